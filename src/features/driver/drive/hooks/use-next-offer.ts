import type { SWRConfiguration } from 'swr'
import { useNow } from '@/lib/time/use-now'
import { liveOffers } from '../model/offers'
import type { Offer } from '../model/state'
import { useOffers } from '../queries'

/** Returns the offer to answer now, which is the one that expires first, and how many can still be answered. */
export function useNextOffer(driverId: string, isOnline: boolean, options?: SWRConfiguration<Offer[]>) {
  const { data, error } = useOffers(driverId, isOnline, options)
  const offers = liveOffers(data ?? [], useNow(500))
  return { offer: offers[0] ?? null, count: offers.length, error }
}
