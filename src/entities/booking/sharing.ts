import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/**
 * The secret of a trip's link: the same until the rider ends it.
 *
 * @throws AppError `wrong_status` once the trip is over
 */
export async function shareTrip(bookingId: string): Promise<string> {
  return await unwrap(supabase.rpc('share_trip', { booking_id: bookingId }))
}

/** Ends the link. */
export async function unshareTrip(bookingId: string): Promise<void> {
  await unwrap(supabase.rpc('unshare_trip', { booking_id: bookingId }))
}

/** Ends a guest's link, for both trip and start code; by the rider or the desk. */
export async function endGuestLink(bookingId: string): Promise<void> {
  await unwrap(supabase.rpc('end_guest_link', { booking_id: bookingId }))
}
