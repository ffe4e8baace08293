import type { ReverseAnswered } from '@contract/places'
import i18next from 'i18next'
import { invoke } from '@/lib/api'
import { type LatLng, latLngText, type Place } from '@/lib/geo'

/** The address nearest to a point, in the language of the page; the point itself stays where it was put. */
export async function reverse(point: LatLng): Promise<Place> {
  const wish = { latlng: latLngText(point), language: i18next.language }
  const { address } = await invoke<ReverseAnswered>('places/reverse', wish)
  return { ...point, add: address || latLngText(point) }
}
