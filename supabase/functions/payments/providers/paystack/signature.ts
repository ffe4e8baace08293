import { BadSignature } from '../errors.ts'
import { fromHex, isHmac } from '../../../_shared/kernel/hmac.ts'

/**
 * Checks the header `x-paystack-signature` of a webhook: HMAC-SHA512 of the body under the secret key, in hex. A signature has
 * no maximum age; a repeated webhook has the same ids, so it counts once. Paystack publishes no test vectors.
 * Source: https://paystack.com/docs/payments/webhooks/ (Signature validation)
 *
 * @throws {BadSignature}
 */
export async function check(secretKey: string, bytes: Uint8Array<ArrayBuffer>, header: string | null): Promise<void> {
  if (!await isHmac('SHA-512', secretKey, bytes, fromHex(header ?? ''))) throw new BadSignature('no signature fits')
}
