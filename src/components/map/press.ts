import type { LatLng } from '@/lib/geo'

interface MapClick {
  lngLat: { lng: number; lat: number }
  originalEvent: MouseEvent
}

/**
 * Props of a map that can be pressed. The second press of a double press is ignored. So are presses on elements over the map,
 * which both libraries also report to the map although these elements handle them.
 */
export function pressProps(onPress: (point: LatLng) => void) {
  return {
    cursor: 'crosshair',
    onClick: ({ lngLat, originalEvent }: MapClick) => {
      if (originalEvent.detail > 1 || !(originalEvent.target instanceof HTMLCanvasElement)) return
      onPress({ lat: lngLat.lat, lng: lngLat.lng })
    }
  }
}
