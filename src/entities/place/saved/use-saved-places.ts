import useSWR from 'swr'
import { type OwnPlace, placeKeys, savedAddresses } from '../queries'
import { useRecentPlaces } from './recent-places'

/** Named places, then the most frequent ones; for a visitor the recent ones of this device. */
export function useSavedPlaces(userId: string | null, isWanted = true): OwnPlace[] {
  const recent = useRecentPlaces()
  const { data } = useSWR(userId && isWanted ? placeKeys.saved(userId) : null, ([, id]) => savedAddresses(id))
  if (!isWanted) return []
  return userId ? (data ?? []) : recent.map((place) => ({ id: null, label: null, place }))
}
