import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

/** How a fare is divided between driver and platform. */
export type Finances = Pick<Tables<'booking_finances'>, 'driver_share' | 'convenience_fees'>

/** Reads how a trip's fare is divided; null for riders, who may not see it. */
export async function getFinances(bookingId: string): Promise<Finances | null> {
  const rows = await unwrap(
    supabase.from('booking_finances').select('driver_share,convenience_fees').eq('booking_id', bookingId).limit(1)
  )
  return rows[0] ?? null
}

/** How a trip's fare is divided; requested again when the status changes, because the fare is recomputed at the drop-off. */
export function useFinances(bookingId: string | null, status: string) {
  return useSWR(bookingId ? ['booking-finances', bookingId, status] : null, ([, id]) => getFinances(id))
}
