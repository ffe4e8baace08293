import { unwrap } from '@/lib/api'
import { toAppError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

/** Another driver is being confirmed for this long at most; then the answer is final. */
const RETRY_MS = 200

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Takes an offered trip. While another driver's acceptance is in flight the server says `try_again`, and one
 * repeat settles it.
 *
 * @throws AppError `booking_taken`, `offer_expired`, …
 */
export async function acceptBooking(bookingId: string): Promise<Tables<'bookings'>> {
  const accept = () => unwrap(supabase.rpc('accept_booking', { booking_id: bookingId }))
  try {
    return await accept()
  } catch (error) {
    if (toAppError(error).key !== 'try_again') throw error
    await pause(RETRY_MS)
    return await accept()
  }
}
