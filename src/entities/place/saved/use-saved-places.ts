import useSWR from 'swr'
import { type OwnPlace, placeKeys, savedAddresses } from '../queries'
import { useRecentPlaces } from './recent-places'

/**
 * The places of a person: named ones, then those they travel to most often. Without a person: the places chosen last on this
 * device.
 */
export function useSavedPlaces(userId: string | null, isWanted = true): OwnPlace[] {
  const recent = useRecentPlaces()
  const { data } = useSWR(userId && isWanted ? placeKeys.saved(userId) : null, ([, id]) => savedAddresses(id))
  if (!isWanted) return []
  return userId ? (data ?? []) : recent.map((place) => ({ id: null, label: null, place }))
}
