import type { LatLng } from '@/lib/geo/geo'

interface MapClick {
  lngLat: { lng: number; lat: number }
  originalEvent: MouseEvent
}

/**
 * Props of a map that can be pressed. The second press of a double press is ignored. Presses on elements over the map, such as
 * markers, are ignored, too: these elements handle them, but both libraries also report them to the map.
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
