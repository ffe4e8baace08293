import { BadSignature } from '../errors.ts'
import { type Bytes, bytesOf, fromHex, isHmac } from '../../../_shared/kernel/hmac.ts'

/** Returns the key with which Braintree signs: the SHA-1 of the private key. */
async function keyOf(privateKey: string | Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-1', bytesOf(privateKey)))
}

/**
 * Checks the signature of a webhook and returns its XML. The field `bt_signature` has pairs `<public key>|<hex>` with `&`
 * between them. The hex is the HMAC-SHA1 of the field `bt_payload`; its key is the SHA-1 of the private key. The signature may
 * also cover a line break after the payload, because a form may lose the last line break. Braintree's libraries accept both,
 * too:
 * https://github.com/braintree/braintree_node, lib/braintree/webhook_notification_gateway.js
 *
 * @returns the XML in the payload
 * @throws {BadSignature}
 */
export async function readPayload(publicKey: string, privateKey: string, body: Bytes): Promise<string> {
  const form = new URLSearchParams(new TextDecoder().decode(body))
  const [signatures, payload] = [form.get('bt_signature') ?? '', form.get('bt_payload') ?? '']
  const pair = signatures.split('&').map((one) => one.split('|')).find(([key]) => key === publicKey)
  if (!pair || payload === '' || /[^A-Za-z0-9+=/\n]/.test(payload)) throw new BadSignature('a signature is missing')
  const signature = fromHex(pair[1] ?? '')
  const fits = await isSigned(privateKey, payload, signature) || await isSigned(privateKey, `${payload}\n`, signature)
  if (!fits) throw new BadSignature('the signature does not fit')
  return decode(payload)
}

/** Whether Braintree made the signature of a message. */
export const isSigned = async (
  privateKey: string | Bytes,
  message: string,
  signature: Bytes | null,
): Promise<boolean> => await isHmac('SHA-1', await keyOf(privateKey), message, signature)

/**
 * Returns the response to `?bt_challenge=<hex>`, by which Braintree verifies that the webhook's address is ours. Only 20 to 32
 * hexadecimal digits are signed. Otherwise anyone could make us sign a payload and then send it as a webhook.
 *
 * @throws {BadSignature}
 */
export async function answerChallenge(publicKey: string, privateKey: string, challenge: string): Promise<string> {
  if (!/^[a-f0-9]{20,32}$/.test(challenge)) throw new BadSignature('no challenge of Braintree')
  const key = await crypto.subtle.importKey('raw', await keyOf(privateKey), { name: 'HMAC', hash: 'SHA-1' }, false, [
    'sign',
  ])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(challenge)))
  return `${publicKey}|${[...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Decodes Base64 with line breaks, as Ruby writes it. */
function decode(payload: string): string {
  try {
    const binary = atob(payload.replaceAll('\n', ''))
    return new TextDecoder().decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0)))
  } catch {
    throw new BadSignature('the payload is no Base64')
  }
}
