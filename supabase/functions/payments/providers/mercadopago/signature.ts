import { BadSignature } from '../errors.ts'
import { fromHex, isHmac } from '../../../_shared/kernel/hmac.ts'

/**
 * Checks the header `x-signature: ts=…,v1=…` of a webhook: `v1` is the HMAC-SHA256, in hex, of
 * `id:<query parameter data.id>;request-id:<header x-request-id>;ts:<ts>;`.
 *
 * If the request lacks id or request-id, that part is omitted. The body is not signed. A webhook has no maximum age, because
 * Mercado Pago repeats it for days.
 * Source: https://www.mercadopago.com/developers/en/docs/your-integrations/notifications/webhooks
 *
 * @returns the signed id of the resource to query; null if there is none
 * @throws {BadSignature}
 */
export async function check(secret: string, headers: Headers, url: URL): Promise<string | null> {
  const [, ts = ''] = /(?:^|,)\s*ts=(\d{1,20})\s*(?:,|$)/.exec(headers.get('x-signature') ?? '') ?? []
  const [, v1 = ''] = /(?:^|,)\s*v1=([0-9a-f]{64})\s*(?:,|$)/i.exec(headers.get('x-signature') ?? '') ?? []
  const id = url.searchParams.get('data.id')
  const requestId = headers.get('x-request-id')
  // Mercado Pago signs an id in lower case even if the address has upper-case letters, so try both.
  for (const signed of id === null ? [''] : new Set([`id:${id};`, `id:${id.toLowerCase()};`])) {
    const manifest = `${signed}${requestId ? `request-id:${requestId};` : ''}ts:${ts};`
    if (ts && await isHmac('SHA-256', secret, manifest, fromHex(v1))) return id
  }
  throw new BadSignature('no signature fits')
}
