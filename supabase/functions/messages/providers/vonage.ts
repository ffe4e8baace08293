import { jwtVerify } from 'jose'
import { BadSignature } from '../../_shared/kernel/webhook.ts'
import { isSameSecret } from '../../_shared/kernel/secrets.ts'
import { RECEIVER, vonage as sender } from '../../_shared/messages/channels/sms/vonage.ts'
import { codeOf, costOf, countOf, field, fieldOr, idOf, inside, jsonOf, keyIn, numberOf, wordsOf } from './read.ts'
import type { Listener, Receipt, Told } from './types.ts'

const STATES: Readonly<Record<string, Receipt['state']>> = {
  submitted: 'taken',
  delivered: 'delivered',
  read: 'delivered',
  rejected: 'failed',
  undeliverable: 'failed',
}

/** Vonage repeats a webhook for a day. */
const LONGEST_AGE = '25h'

/**
 * Receipts and texts from Vonage's Messages API.
 *
 * https://developer.vonage.com/en/messages/concepts/messages-status-callbacks
 * https://developer.vonage.com/en/getting-started/concepts/webhooks#decoding-signed-webhooks
 */
export const vonage: Listener = {
  name: sender.name,
  webhook: sender.webhook!,
  async read({ bytes, headers, url }, secret, get) {
    await verify(headers, bytes, secret, get('VONAGE_API_KEY')?.trim() ?? '')
    const body = jsonOf(bytes)
    if (body['channel'] !== undefined && body['channel'] !== 'sms') return []
    const ref = idOf(body['message_uuid'], 'the id')
    if (body['status'] === undefined) {
      const from = numberOf(body['from'])
      return from && typeof body['text'] === 'string'
        ? [{ kind: 'text', event: ref, from, text: wordsOf(body['text']), isAnswered: false }]
        : []
    }
    const said = field(body['status'])
    const state = Object.hasOwn(STATES, said) ? STATES[said] : undefined
    if (!state) return []
    const code = /#([\w-]{1,40})$/.exec(field(inside(body['error'])['type']))?.[1] ?? ''
    const usage = inside(body['usage'])
    const [cost, segments] = [costOf(usage['price'], usage['currency']), countOf(inside(body['sms'])['count_total'])]
    const told: Told = {
      kind: 'receipt',
      event: `${ref}:${said}`,
      ref,
      key: keyIn(url) ?? fieldOr(body['client_ref']),
      receiver: numberOf(body['to']),
      state,
      ...(cost && { cost }),
      ...(segments && { segments }),
      ...(state === 'failed' && {
        reason: `${said}, error ${codeOf(code || inside(body['error'])['title'])}`,
        isPermanent: RECEIVER.has(code),
      }),
    }
    return [told]
  },
}

/** @throws {BadSignature} unless Vonage signed this body for our account */
async function verify(headers: Headers, bytes: Uint8Array<ArrayBuffer>, secret: string, apiKey: string): Promise<void> {
  const [, token = ''] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  let claims: Record<string, unknown>
  try {
    const key = new TextEncoder().encode(secret)
    claims =
      (await jwtVerify(token, key, { algorithms: ['HS256'], maxTokenAge: LONGEST_AGE, clockTolerance: 60 })).payload
  } catch {
    throw new BadSignature('the token does not fit')
  }
  if (claims['api_key'] !== apiKey) throw new BadSignature('another account')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (!await isSameSecret(String(claims['payload_hash'] ?? '').toLowerCase(), hash)) {
    throw new BadSignature('the body was changed')
  }
}
