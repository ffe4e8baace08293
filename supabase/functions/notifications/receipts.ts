import { serverHeaders } from '../_shared/kernel/database.ts'
import type { Environment } from '../_shared/kernel/env.ts'
import type { Attachment } from '../_shared/messages/mailpit.ts'

const TIMEOUT_MS = 20_000

/** The receipt of a booking as a PDF. @throws {Error} if it could not be created */
export type ReadReceipt = (bookingId: string) => Promise<Attachment>

/** Requests it from the function `receipts`, as our own server. */
export function createReadReceipt(
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  fetcher: typeof fetch = fetch,
): ReadReceipt {
  return async (bookingId) => {
    const response = await fetcher(`${supabaseUrl}/functions/v1/receipts/pdf`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...serverHeaders(secretKey) },
      body: JSON.stringify({ booking_id: bookingId }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const content = new Uint8Array(await response.arrayBuffer())
    if (!response.ok) throw new Error(`receipts answered ${response.status}`)
    const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'receipt.pdf'
    return { name, type: 'application/pdf', content }
  }
}
