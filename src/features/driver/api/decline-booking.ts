import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** Says no to an offered trip; the driver is not asked for it again. */
export async function declineBooking(bookingId: string): Promise<void> {
  await unwrap(supabase.rpc('decline_booking', { booking_id: bookingId }))
}
