import { concat } from '@std/bytes/concat'
import { BadSignature } from '../errors.ts'
import { type Bytes, bytesOf, fromBase64, isHmac } from '../../../_shared/kernel/hmac.ts'

/**
 * Checks the header `x-square-hmacsha256-signature` of a webhook: HMAC-SHA256 in Base64, over the webhook's address as entered
 * at Square, followed by the body. A signature has no maximum age; a repeated webhook has the same id, so it counts once.
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
