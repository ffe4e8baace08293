import { decodeBase64 } from '@std/encoding/base64'
import { concat } from '@std/bytes/concat'

/** A hook's request that is not from the Auth server. */
export class BadSignature extends Error {}

/** Seconds by which the sender's clock may differ; older requests are replays. */
const TOLERANCE = 300

/**
 * Checks a request by the scheme of Standard Webhooks, with which Supabase signs its hooks.
 *
 * @param secrets `v1,whsec_<base64>`, several separated by `|` while a key is being changed
 * @param payload the body exactly as sent
 * @param now seconds since 1970
 * @throws {BadSignature}
 */
export async function verifyWebhook(
  secrets: string,
  headers: Headers,
  payload: Uint8Array,
  now: number = Date.now() / 1000,
): Promise<void> {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  const signatures = headers.get('webhook-signature')
  if (!id || !timestamp || !signatures) throw new BadSignature('headers are missing')
  if (!(Math.abs(now - Number(timestamp)) <= TOLERANCE)) throw new BadSignature('timestamp is too old or too new')
  const content = concat([new TextEncoder().encode(`${id}.${timestamp}.`), payload])
  for (const key of await keysOf(secrets)) {
    for (const signature of signatures.split(' ')) {
      const bytes = signature.startsWith('v1,') ? decode(signature.slice(3)) : null
      // `verify` compares in constant time.
      if (bytes && await crypto.subtle.verify('HMAC', key, bytes, content)) return
    }
  }
  throw new BadSignature('no signature fits')
}

function keysOf(secrets: string): Promise<CryptoKey[]> {
  const keys = secrets.split('|').map((secret) => decode(secret.trim().replace(/^v1,/, '').replace(/^whsec_/, '')))
  return Promise.all(
    keys.flatMap((key) =>
      key && key.length >= 16
        ? [crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])]
        : []
    ),
  )
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return decodeBase64(base64)
  } catch {
    return null
  }
}
