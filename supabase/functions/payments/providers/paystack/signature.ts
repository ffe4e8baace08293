import { fromHex, isHmac } from '../hmac.ts'
import { BadSignature } from '../types.ts'

/**
 * The header `x-paystack-signature`: HMAC-SHA512 of the body under the secret key, in hex. A signature has no maximum age; the
 * same event has the same id. Source: https://paystack.com/docs/payments/webhooks/ (Signature validation). No vectors are
 * published.
 *
 * @throws {BadSignature}
 */
export async function check(secretKey: string, bytes: Uint8Array<ArrayBuffer>, header: string | null): Promise<void> {
  if (!await isHmac('SHA-512', secretKey, bytes, fromHex(header ?? ''))) throw new BadSignature('no signature fits')
}
