import { unwrap } from '@/lib/server/api'
import { toAppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'

const RETRY_MS = 200

/**
 * Assigns a ride for later to the driver, who then sees its addresses. Retries once if another driver's claim is being
 * processed.
 *
 * @throws AppError `booking_taken`, `too_many_claims`, `claims_overlap`, …
 */
export async function claimBooking(booking_id: string): Promise<void> {
  try {
    await unwrap(supabase.rpc('claim_booking', { booking_id }))
  } catch (error) {
    if (toAppError(error).key !== 'try_again') throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    await unwrap(supabase.rpc('claim_booking', { booking_id }))
  }
}
