import type { LatLng } from '@/lib/geo'

interface MapClick {
  lngLat: { lng: number; lat: number }
  originalEvent: MouseEvent
}

/**
 * A map that takes presses. The second press of a double press is ignored, and elements on the map have their own presses, though
 * both libraries also report these to the map.
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
