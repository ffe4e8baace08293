import type { CallService } from '../_shared/kernel/call-service.ts'
import type { Attachment } from '../_shared/messages/channels/types.ts'

const TIMEOUT_MS = 20_000

/** Returns the receipt of a booking as a PDF. @throws {Error} if the PDF could not be created */
export type ReadReceipt = (bookingId: string) => Promise<Attachment>

/** Requests the receipt from the edge function `receipts`, with the project's secret key. */
export function createReadReceipt(callService: CallService): ReadReceipt {
  return async (bookingId) => {
    const response = await callService('/functions/v1/receipts/pdf', {
      method: 'POST',
      body: { booking_id: bookingId },
      timeoutMs: TIMEOUT_MS,
    })
    const content = new Uint8Array(await response.arrayBuffer())
    if (!response.ok) throw new Error(`receipts answered ${response.status}`)
    const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'receipt.pdf'
    return { name, type: 'application/pdf', content }
  }
}
