import type { SWRConfiguration } from 'swr'
import { useNow } from '@/lib/use-now'
import { useOffers } from '../api/get-offers'
import type { Offer } from '../model'
import { liveOffers } from '../offers'

/** The offer to answer now: of those whose time is not over the one that ends first. */
export function useNextOffer(driverId: string, isOnline: boolean, options?: SWRConfiguration<Offer[]>) {
  const { data, error } = useOffers(driverId, isOnline, options)
  return { offer: liveOffers(data ?? [], useNow(500))[0] ?? null, error }
}
