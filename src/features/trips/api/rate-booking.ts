import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Booking } from '../model'

/**
 * Rates the other side, or skips it.
 *
 * @param stars 1 to 5; null skips
 */
export async function rateBooking(bookingId: string, stars: number | null, comment: string | null): Promise<Booking> {
  return await unwrap(
    supabase.rpc('rate_booking', {
      booking_id: bookingId,
      ...(stars === null ? {} : { stars }),
      ...(comment ? { comment } : {})
    })
  )
}
