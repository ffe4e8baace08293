import { concat } from '@std/bytes/concat'
import { BadSignature } from '../errors.ts'
import { type Bytes, bytesOf, fromHex, isHmac } from '../../../_shared/kernel/hmac.ts'

/** Maximum age of a webhook in seconds, as in Stripe's libraries. */
export const TOLERANCE_SECS = 300

/**
 * Checks the header `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]` of a webhook. Each `v1` is an HMAC-SHA256 of
 * `<t>.<body>`; there are two while the webhook's secret is being rotated. Source:
 * https://docs.stripe.com/webhooks#verify-manually
 *
 * @param now ms since 1970
 * @throws {BadSignature} also if the webhook's time differs from now by more than TOLERANCE_SECS
 */
export async function verifySignature(secret: string, header: string | null, body: Bytes, now: number): Promise<void> {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > TOLERANCE_SECS) {
    throw new BadSignature('the timestamp is missing, too old or too new')
  }
  const message = concat([bytesOf(`${time}.`), body])
  for (const [name, value = ''] of parts) {
    if (name === 'v1' && await isHmac('SHA-256', secret, message, fromHex(value))) return
  }
  throw new BadSignature('no signature fits')
}
