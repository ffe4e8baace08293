import useSWR, { type SWRConfiguration } from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

/** A trip the driver has taken and not finished. */
export type CurrentTrip = Pick<
  Tables<'bookings'>,
  | 'id'
  | 'reference'
  | 'status'
  | 'customer_name'
  | 'pickup_address'
  | 'drop_address'
  | 'book_later'
  | 'trip_at'
  | 'engaged_at'
  | 'accepted_at'
>

/** What a driver is in the middle of, oldest first. */
export async function getCurrentTrips(driverId: string): Promise<CurrentTrip[]> {
  return await unwrap(
    supabase
      .from('bookings')
      .select('id,reference,status,customer_name,pickup_address,drop_address,book_later,trip_at,engaged_at,accepted_at')
      .eq('driver_id', driverId)
      .in('status', ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING'])
      .order('created_at')
      .limit(10)
  )
}

/** The driver's unfinished trips. */
export function useCurrentTrips(driverId: string, options: SWRConfiguration<CurrentTrip[]> = {}) {
  return useSWR(['current-trips', driverId], () => getCurrentTrips(driverId), options)
}

/** The trip the driver is on, as opposed to one for later or one that only has to be paid. */
export function engagedTrip(trips: readonly CurrentTrip[]): CurrentTrip | null {
  return trips.find((trip) => trip.engaged_at !== null && trip.status !== 'PENDING') ?? null
}
