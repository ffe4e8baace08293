import type { SWRConfiguration } from 'swr'
import { useNow } from '@/lib/use-now'
import type { Offer } from '../model'
import { liveOffers } from '../offers'
import { useOffers } from '../queries'

/** Returns the offer to answer now, which is the one that expires first, and how many can still be answered. */
export function useNextOffer(driverId: string, isOnline: boolean, options?: SWRConfiguration<Offer[]>) {
  const { data, error } = useOffers(driverId, isOnline, options)
  const offers = liveOffers(data ?? [], useNow(500))
  return { offer: offers[0] ?? null, count: offers.length, error }
}
