import useSWR from 'swr'
import { placeKeys, type SavedPlace, savedAddresses } from './queries'

/** Named places and those where this person is driven most often; none for a visitor. */
export function useSavedPlaces(userId: string | null): SavedPlace[] {
  const { data } = useSWR(userId ? placeKeys.saved(userId) : null, ([, id]) => savedAddresses(id))
  return data ?? []
}
