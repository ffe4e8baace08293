import type { PdfAsked, ReceiptDocument } from '@contract/receipts'
import useSWR from 'swr'
import { invoke, unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'

export type { ReceiptDocument } from '@contract/receipts'

/** A receipt is made within two seconds after the payment. */
const SOON_MS = 2000

const getReceipts = async (bookingId: string): Promise<ReceiptDocument[]> =>
  (await unwrap<unknown>(supabase.rpc('booking_receipts', { booking_id: bookingId }))) as ReceiptDocument[]

/** The receipt of a booking and its credit notes; asked for again while there is none, and when one is issued. */
export function useReceipts(bookingId: string) {
  const swr = useSWR(['receipts', bookingId], ([, id]) => getReceipts(id), {
    refreshInterval: (papers) => (papers?.length === 0 ? SOON_MS : 0)
  })
  useBroadcast(`booking:${bookingId}`, () => void swr.mutate(), { events: ['receipt'] })
  return swr
}

/** The receipt as a file, saved by the browser under its number. */
export async function saveReceipt({ booking_id, number }: ReceiptDocument): Promise<void> {
  const asked: PdfAsked = { booking_id }
  const url = URL.createObjectURL(await invoke<Blob>('receipts/pdf', asked))
  const link = document.createElement('a')
  link.href = url
  link.download = `${number}.pdf`
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Sends it to the address of the account, which it answers. */
export const sendReceipt = async (bookingId: string): Promise<string> =>
  unwrap(supabase.rpc('send_receipt', { booking_id: bookingId }))
