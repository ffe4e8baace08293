import useSWR, { type SWRConfiguration } from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Offer } from '../model'

/** Offers the driver has not answered yet, whether or not their time is over. */
export async function getOffers(driverId: string): Promise<Offer[]> {
  return await unwrap(
    supabase
      .from('booking_offers')
      .select('*')
      .eq('driver_id', driverId)
      .eq('status', 'open')
      .order('created_at', { ascending: false })
      .limit(20)
  )
}

/** The driver's offers; the topic tells when to look again. */
export function useOffers(driverId: string, isOnline: boolean, options: SWRConfiguration<Offer[]> = {}) {
  return useSWR(isOnline ? ['offers', driverId] : null, () => getOffers(driverId), options)
}
