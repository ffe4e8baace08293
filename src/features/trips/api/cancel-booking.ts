import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Booking } from '../model'

/**
 * Cancels a trip, or sends it back to dispatch when its driver does so.
 *
 * @param reason the label of a cancel reason
 * @throws AppError where it has gone too far to be cancelled
 */
export async function cancelBooking(bookingId: string, reason: string): Promise<Booking> {
  return await unwrap(supabase.rpc('cancel_booking', { booking_id: bookingId, reason }))
}
