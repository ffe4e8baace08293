import type { SWRConfiguration } from 'swr'
import { useNow } from '@/lib/use-now'
import type { Offer } from '../model'
import { liveOffers } from '../offers'
import { useOffers } from '../queries'

/** Returns the offer to answer now: of those that can still be answered, the one that expires first. */
export function useNextOffer(driverId: string, isOnline: boolean, options?: SWRConfiguration<Offer[]>) {
  const { data, error } = useOffers(driverId, isOnline, options)
  return { offer: liveOffers(data ?? [], useNow(500))[0] ?? null, error }
}
