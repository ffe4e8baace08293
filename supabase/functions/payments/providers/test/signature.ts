import { concat } from '@std/bytes/concat'
import { timingSafeEqual } from '@std/crypto/timing-safe-equal'
import { BadSignature } from '../errors.ts'

/** Largest difference between a webhook's time and our clock, in either direction (ms). */
export const TOLERANCE_MS = 300_000
export const SIGNATURE = 'x-test-signature'

/** Returns the signature of a body, `t=<seconds>,v1=<hex>`: the hex is the HMAC-SHA256 of `<seconds>.<body>`. */
export async function sign(secret: string, bytes: Uint8Array<ArrayBuffer>, at: number): Promise<string> {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${hexOf(await macOf(secret, seconds, bytes))}`
}

/**
 * Checks the header `x-test-signature` of a webhook.
 *
 * @throws {BadSignature} if the signature is missing or wrong, or its time differs from `now` by more than TOLERANCE_MS
 */
export async function check(secret: string, bytes: Uint8Array<ArrayBuffer>, header: string | null, now: number) {
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (!given) throw new BadSignature('no signature')
  const seconds = Number(time)
  if (Math.abs(now - seconds * 1000) > TOLERANCE_MS) throw new BadSignature('too old or too new')
  const text = new TextEncoder()
  if (!timingSafeEqual(text.encode(hexOf(await macOf(secret, seconds, bytes))), text.encode(given))) {
    throw new BadSignature('the signature is wrong')
  }
}

async function macOf(secret: string, seconds: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign'])
  const signed = concat([text.encode(`${seconds}.`), bytes])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
