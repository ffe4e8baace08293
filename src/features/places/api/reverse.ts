import { invoke } from '@/lib/api'
import { type LatLng, latLngText, type Place } from '@/lib/geo'

/** The address nearest to a point; the point itself stays where it was put. */
export async function reverse(point: LatLng): Promise<Place> {
  const { address } = await invoke<{ address: string | null }>('places/reverse', { latlng: latLngText(point) })
  return { ...point, add: address || latLngText(point) }
}
