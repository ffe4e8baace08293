import type { PdfAsked, ReceiptDocument } from '@contract/receipts'
import useSWR from 'swr'
import { invoke, unwrap } from '@/lib/api'
import { saveFile } from '@/lib/save-file'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'

export type { ReceiptDocument } from '@contract/receipts'

/** A receipt is made within two seconds after the payment. */
const SOON_MS = 2000
const untilIssued = (papers?: ReceiptDocument[]) => (papers?.length === 0 ? SOON_MS : 0)

const getReceipts = async (bookingId: string): Promise<ReceiptDocument[]> =>
  (await unwrap<unknown>(supabase.rpc('booking_receipts', { booking_id: bookingId }))) as ReceiptDocument[]

/** The receipt of a booking and its credit notes; asked for again while there is none, and when one is issued. */
export function useReceipts(bookingId: string) {
  const swr = useSWR(['receipts', bookingId], ([, id]) => getReceipts(id), {
    refreshInterval: untilIssued
  })
  useBroadcast(`booking:${bookingId}`, () => void swr.mutate(), { events: ['receipt'] })
  return swr
}

/** The receipt as a file, saved by the browser under its number. */
export async function saveReceipt({ booking_id, number }: ReceiptDocument): Promise<void> {
  const asked: PdfAsked = { booking_id }
  saveFile(await invoke<Blob>('receipts/pdf', asked), `${number}.pdf`)
}

/** Sends it to the address of the account, which it answers. */
export const sendReceipt = async (bookingId: string): Promise<string> =>
  unwrap(supabase.rpc('send_receipt', { booking_id: bookingId }))
