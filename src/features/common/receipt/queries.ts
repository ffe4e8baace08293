import type { PdfAsked, ReceiptDocument } from '@contract/receipts'
import useSWR from 'swr'
import { saveFile } from '@/lib/files/save-file'
import { invoke, unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'

export type { ReceiptDocument } from '@contract/receipts'

/** How often (ms) the page asks for a receipt that does not exist yet. It is issued within two seconds after the payment. */
const SOON_MS = 2000

const untilIssued = (papers?: ReceiptDocument[]) => (papers?.length === 0 ? SOON_MS : 0)

const getReceipts = async (bookingId: string): Promise<ReceiptDocument[]> =>
  (await unwrap(supabase.rpc('booking_receipts', { booking_id: bookingId }))).rows as unknown as ReceiptDocument[]

/**
 * Returns a booking's receipt and credit notes. They are polled until the receipt exists. They are also read again after each
 * message that a receipt or a credit note was issued.
 */
export function useReceipts(bookingId: string) {
  const swr = useSWR(['receipts', bookingId], ([, id]) => getReceipts(id), {
    refreshInterval: untilIssued
  })
  useBroadcast(`booking:${bookingId}`, () => swr.mutate(), { events: ['receipt'] })
  return swr
}

/** Downloads the receipt as a PDF file whose name is the receipt's number. */
export async function saveReceipt({ booking_id, number }: ReceiptDocument): Promise<void> {
  const asked: PdfAsked = { booking_id }
  saveFile(await invoke<Blob>('receipts/pdf', asked), `${number}.pdf`)
}
