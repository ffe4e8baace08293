import { concat } from '@std/bytes/concat'
import { type Bytes, fromBase64, isHmac } from './hmac.ts'

/** The error for a request whose signature does not prove who sent it. */
export class BadSignature extends Error {}

/** Seconds by which a request's time may differ from ours. An older request may be a replay by an attacker. */
const TOLERANCE = 300

/**
 * Checks the signature of a request by the Standard Webhooks scheme, with which Supabase signs its hooks, and Resend by Svix its
 * webhooks.
 *
 * @param secrets one key as `v1,whsec_<base64>`; or several, separated by `|`, while the operator replaces the old key by a new
 * one
 * @param payload the body exactly as sent
 * @param now seconds since 1970
 * @param prefix how the names of the headers begin
 * @throws {BadSignature}
 */
export async function verifyWebhook(
  secrets: string,
  headers: Headers,
  payload: Uint8Array,
  now: number = Date.now() / 1000,
  prefix: 'webhook' | 'svix' = 'webhook',
): Promise<void> {
  const id = headers.get(`${prefix}-id`)
  const timestamp = headers.get(`${prefix}-timestamp`)
  const signatures = headers.get(`${prefix}-signature`)
  if (!id || !timestamp || !signatures) throw new BadSignature('headers are missing')
  if (!(Math.abs(now - Number(timestamp)) <= TOLERANCE)) throw new BadSignature('timestamp is too old or too new')
  const content = concat([new TextEncoder().encode(`${id}.${timestamp}.`), payload])
  for (const key of keysOf(secrets)) {
    for (const signature of signatures.split(' ')) {
      const bytes = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : null
      if (await isHmac('SHA-256', key, content, bytes)) return
    }
  }
  throw new BadSignature('no signature fits')
}

function keysOf(secrets: string): Bytes[] {
  const keys = secrets.split('|').map((secret) => fromBase64(secret.trim().replace(/^v1,/, '').replace(/^whsec_/, '')))
  return keys.flatMap((key) => key && key.length >= 16 ? [key] : [])
}
