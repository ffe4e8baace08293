import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/**
 * Returns the secret token for the link that shares a trip. It stays the same until the rider ends the link.
 *
 * @throws AppError `wrong_status` once the trip is over
 */
export async function shareTrip(bookingId: string): Promise<string> {
  return await unwrap(supabase.rpc('share_trip', { booking_id: bookingId }))
}

/** Ends the link by which the rider shared a trip, so that it no longer works. */
export async function unshareTrip(bookingId: string): Promise<void> {
  await unwrap(supabase.rpc('unshare_trip', { booking_id: bookingId }))
}

/**
 * Ends the link that was texted to the guest (a passenger for whom the rider booked). That link shows the trip and the start
 * code. Called by the rider or the desk.
 */
export async function endGuestLink(bookingId: string): Promise<void> {
  await unwrap(supabase.rpc('end_guest_link', { booking_id: bookingId }))
}
