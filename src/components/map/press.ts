import type { LatLng } from '@/lib/geo'

interface MapClick {
  lngLat: { lng: number; lat: number }
  originalEvent: MouseEvent
}

/**
 * A map that takes presses. The second press of a double one says nothing more, and what stands on the map has presses
 * of its own, though both libraries tell the map of them too.
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
