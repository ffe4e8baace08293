import { BadSignature } from '../errors.ts'
import { type Bytes, fromHex, isHmac } from '../../../_shared/kernel/hmac.ts'

/**
 * Checks the header `X-Razorpay-Signature` of a webhook: HMAC-SHA256 of the body under the webhook's secret, in hex. A
 * signature has no maximum age. The header with the event's id is not signed, so the ids of facts are made from the body.
 * Source: https://razorpay.com/docs/webhooks/validate-test/
 *
 * @throws {BadSignature}
 */
export async function verifySignature(secret: string, header: string | null, body: Bytes): Promise<void> {
  if (!await isHmac('SHA-256', secret, body, fromHex(header ?? ''))) {
    throw new BadSignature('the signature does not fit')
  }
}
