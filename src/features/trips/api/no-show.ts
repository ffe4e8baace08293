import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Booking } from '../model'

/**
 * The driver leaves a rider who did not come.
 *
 * @throws AppError before the free wait is over
 */
export async function noShow(bookingId: string): Promise<Booking> {
  return await unwrap(supabase.rpc('no_show', { booking_id: bookingId }))
}
