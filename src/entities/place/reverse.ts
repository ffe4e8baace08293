import type { ReverseAnswered } from '@contract/places'
import i18next from 'i18next'
import useSWRImmutable from 'swr/immutable'
import { type LatLng, latLngText, type Place } from '@/lib/geo/geo'
import { invoke } from '@/lib/server/api'

// The page of a shared trip names places, too: so nothing here needs the client for the database.

const nameKey = (at: string, language: string) => ['place-name', at, language] as const

/**
 * Finds the address nearest to a point, in the page's language. The result has this address, but the coordinates of the point.
 */
export async function reverse(point: LatLng): Promise<Place> {
  const request = { latlng: latLngText(point), language: i18next.language }
  const { address, local } = await invoke<ReverseAnswered>('places/reverse', request)
  return { ...point, add: address || latLngText(point), ...(local && { local }) }
}

/** The address of a point; its coordinates as text if it has no address or the request fails. */
export const addressAt = (at: LatLng): Promise<Place> => reverse(at).catch(() => ({ ...at, add: latLngText(at) }))

/** The address of a point; its coordinates if it has none or the request fails; undefined until then, or without a point. */
export function usePlaceName(point: LatLng | null): string | undefined {
  const at = point ? latLngText(point) : undefined
  const { data, error } = useSWRImmutable(
    at === undefined ? null : nameKey(at, i18next.language),
    () => point && reverse(point)
  )
  return data?.add ?? (error ? at : undefined)
}
