import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'

export type NoShowFee = Tables<'no_show_fees'>

/** The no-show fee; null for people who may not read it, such as the driver. */
export async function getNoShowFee(bookingId: string): Promise<NoShowFee | null> {
  const rows = await unwrap(supabase.from('no_show_fees').select().eq('booking_id', bookingId).limit(1))
  return rows[0] ?? null
}

/** Not requested without a booking. */
export function useNoShowFee(bookingId: string | null) {
  return useSWR(bookingId ? bookingKeys.noShowFee(bookingId) : null, ([, id]) => getNoShowFee(id))
}

/** The rider's objection. @throws AppError after 7 days */
export async function objectToNoShow(bookingId: string, reason: string): Promise<NoShowFee> {
  return await unwrap(supabase.rpc('object_to_no_show', { booking_id: bookingId, reason }))
}

/** An admin charges or waives the fee. @throws AppError if it is already decided */
export async function decideNoShowFee(bookingId: string, charge: boolean): Promise<NoShowFee> {
  return await unwrap(supabase.rpc('decide_no_show_fee', { booking_id: bookingId, charge }))
}
