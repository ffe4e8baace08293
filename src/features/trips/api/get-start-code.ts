import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/**
 * The five digits that the rider tells the driver.
 *
 * @throws AppError where the caller is not the rider
 */
export async function getStartCode(bookingId: string): Promise<string> {
  return await unwrap(supabase.rpc('start_code', { booking_id: bookingId }))
}

/** The start code, asked for only where it is shown. */
export function useStartCode(bookingId: string | null) {
  return useSWR(bookingId ? ['start-code', bookingId] : null, ([, id]) => getStartCode(id))
}
