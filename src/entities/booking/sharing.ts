import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/**
 * The secret of the link to a trip: the same one until the rider ends it.
 *
 * @throws AppError `wrong_status` once the trip is over
 */
export async function shareTrip(bookingId: string): Promise<string> {
  return await unwrap(supabase.rpc('share_trip', { booking_id: bookingId }))
}

/** The link shows nothing any more. */
export async function unshareTrip(bookingId: string): Promise<void> {
  await unwrap(supabase.rpc('unshare_trip', { booking_id: bookingId }))
}

/** The link that a guest was texted shows nothing any more, neither trip nor start code; by the rider or the desk. */
export async function endGuestLink(bookingId: string): Promise<void> {
  await unwrap(supabase.rpc('end_guest_link', { booking_id: bookingId }))
}
