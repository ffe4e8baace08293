import { isSameSecret } from '../../../_shared/kernel/secrets.ts'
import { BadSignature } from '../errors.ts'
import { fromBase64, isHmac } from '../../../_shared/kernel/hmac.ts'

/**
 * Checks that a webhook is from Flutterwave. There are two headers, depending on the API's version, both made with the "secret
 * hash" of Flutterwave's dashboard. `flutterwave-signature` (version 4) is the HMAC-SHA256 of the body in Base64. `verif-hash`
 * (version 3) is the secret hash itself, independent of the body. Sources: https://developer.flutterwave.com/docs/webhooks and
 * https://developer.flutterwave.com/v3.0/docs/webhooks. Flutterwave publishes no test vectors.
 *
 * @throws {BadSignature}
 */
export async function check(secretHash: string, bytes: Uint8Array<ArrayBuffer>, headers: Headers): Promise<void> {
  const signature = headers.get('flutterwave-signature')
  const isGood = signature === null
    ? await isSameSecret(headers.get('verif-hash') ?? '', secretHash)
    : await isHmac('SHA-256', secretHash, bytes, fromBase64(signature))
  if (!isGood) throw new BadSignature('no signature fits')
}
