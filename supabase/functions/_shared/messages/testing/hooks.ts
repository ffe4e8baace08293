import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'

const key = Buffer.from('a key of the tests that is long enough')

/** Keys of a hook in the format of config.toml. */
export const hookSecrets = `v1,whsec_${key.toString('base64')}`

/**
 * Returns a hook's request, signed as Auth signs it.
 *
 * @param event bytes, which are sent unchanged, or a value to send as JSON
 */
export function signedRequest(
  event: unknown,
  { timestamp = Math.floor(Date.now() / 1000), secret = key }: { timestamp?: number; secret?: Buffer } = {},
): Request {
  const body = event instanceof Uint8Array ? event : new TextEncoder().encode(JSON.stringify(event))
  const id = crypto.randomUUID()
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return new Request('http://localhost/hook', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
    body: body as Uint8Array<ArrayBuffer>,
  })
}
