import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'

export type NoShowFee = Tables<'no_show_fees'>

/** The fee for a rider who did not come. Null if there is none, or for people who may not read it, such as the driver. */
export async function getNoShowFee(bookingId: string): Promise<NoShowFee | null> {
  const rows = await unwrap(supabase.from('no_show_fees').select().eq('booking_id', bookingId).limit(1))
  return rows[0] ?? null
}

/** The no-show fee of a booking; a null id requests nothing. */
export function useNoShowFee(bookingId: string | null) {
  return useSWR(bookingId ? bookingKeys.noShowFee(bookingId) : null, ([, id]) => getNoShowFee(id))
}

/** Sends the rider's objection to the fee. @throws AppError if the fee is more than 7 days old or the desk has decided */
export async function objectToNoShow(bookingId: string, reason: string): Promise<NoShowFee> {
  return await unwrap(supabase.rpc('object_to_no_show', { booking_id: bookingId, reason }))
}

/** Charges or waives the fee; called by an admin. @throws AppError if that is already decided */
export async function decideNoShowFee(bookingId: string, charge: boolean): Promise<NoShowFee> {
  return await unwrap(supabase.rpc('decide_no_show_fee', { booking_id: bookingId, charge }))
}
