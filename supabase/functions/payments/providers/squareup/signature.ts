import { concat } from '@std/bytes/concat'
import { type Bytes, bytesOf, fromBase64, isHmac } from '../hmac.ts'
import { BadSignature } from '../types.ts'

/**
 * Checks the header `x-square-hmacsha256-signature`: HMAC-SHA256 of the webhook's address, as entered at Square, and the body,
 * in Base64. A signature has no maximum age; the same event has the same id.
 * https://developer.squareup.com/docs/webhooks/step3validate
 *
 * @throws {BadSignature}
 */
export async function verifySignature(key: string, header: string | null, address: string, body: Bytes): Promise<void> {
  const message = concat([bytesOf(address), body])
  if (!await isHmac('SHA-256', key, message, fromBase64(header ?? ''))) {
    throw new BadSignature('the signature does not fit')
  }
}
