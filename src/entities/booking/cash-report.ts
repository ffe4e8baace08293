import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'

/** Cash that the driver reported and that is not the fare. */
export type CashReport = Tables<'cash_reports'>

async function getCashReport(bookingId: string): Promise<CashReport | null> {
  const rows = await unwrap(supabase.from('cash_reports').select().eq('booking_id', bookingId).limit(1))
  return rows[0] ?? null
}

/** The report about a booking's cash; null if the fare was collected. A null id requests nothing. */
export function useCashReport(bookingId: string | null) {
  return useSWR(bookingId ? bookingKeys.cashReport(bookingId) : null, ([, id]) => getCashReport(id))
}

/**
 * Sends the rider's objection to the reported cash.
 *
 * @param paid the amount that the rider paid; null if they do not name one
 * @throws AppError if the report is more than 7 days old or the desk has decided
 */
export async function objectToCash(booking_id: string, reason: string, paid: number | null): Promise<CashReport> {
  return await unwrap(supabase.rpc('object_to_cash', { booking_id, reason, ...(paid !== null && { paid }) }))
}

/** Decides how much cash counts; called by an admin. @throws AppError `amount_invalid`, `cash_report_decided`, `needs_approval` */
export async function decideCash(booking_id: string, amount: number, reason: string): Promise<CashReport> {
  return await unwrap(supabase.rpc('decide_cash', { booking_id, amount, ...(reason && { reason }) }))
}
