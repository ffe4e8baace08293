import { encodeBase64 } from '@std/encoding/base64'
import { object, text, textOr } from '../../../http-client/json.ts'
import type { Outcome, Provider, Sms } from '../types.ts'
import { fromVariable } from '../webhooks.ts'

const URL_OF_MESSAGES = new URL('https://api.nexmo.com/v1/messages')

/** Error codes at the end of `type`. https://developer.vonage.com/en/api-errors/messages */
export const RECEIVER: ReadonlySet<string> = new Set(['1040', '1050'])
const ACCOUNT = new Set(['1060', '1070', '1080', '1120', 'low-balance', 'unauthorized', 'forbidden'])
const RETRY = new Set(['1030', '1100'])
const THROTTLED = '1000'

/** The shortest time that operators respect (s), as Vonage recommends. */
const SHORTEST_TTL = 1800
const LONGEST_TTL = 604_800

/**
 * Sends text messages by Vonage's Messages API. It has no key against repetition: a message whose response was lost is
 * `unknown`.
 *
 * https://developer.vonage.com/en/api/messages
 */
export const vonage: Provider<Sms> = {
  name: 'vonage',
  variables: ['VONAGE_API_KEY', 'VONAGE_API_SECRET', 'VONAGE_FROM'],
  options: ['VONAGE_SIGNATURE_SECRET'],
  hosts: ['api.nexmo.com'],
  webhook: { isSigned: true, secret: fromVariable('VONAGE_SIGNATURE_SECRET') },
  make({ secret, client, receiptsAt }) {
    const authorization = `Basic ${encodeBase64(`${secret('VONAGE_API_KEY')}:${secret('VONAGE_API_SECRET')}`)}`
    const from = secret('VONAGE_FROM').replace(/^\+/, '')
    return ({ to, text: words }, { key, endsAt, ttlSeconds }) => {
      const receipts = receiptsAt(key)
      return client.ask({
        operation: 'send',
        url: URL_OF_MESSAGES,
        headers: { authorization },
        body: {
          channel: 'sms',
          message_type: 'text',
          to: to.slice(1),
          from,
          text: words,
          ttl: Math.max(SHORTEST_TTL, Math.min(LONGEST_TTL, Math.floor(ttlSeconds))),
          client_ref: key,
          ...(receipts && { webhook_url: receipts, webhook_version: 'v1' }),
          sms: { encoding_type: 'auto' },
        },
        ok: [200, 202],
        accept: [400, 401, 402, 403, 404, 422],
      }, { endsAt }, read)
    }
  },
}

function read(json: unknown, status: number): Outcome {
  const body = object(json, 'the answer')
  const type = textOr(body['type'])
  if (status < 300 && type === '') {
    return { state: 'sent', provider: 'vonage', ref: text(body['message_uuid'], 'the id') }
  }
  const code = /#([\w-]{1,40})$/.exec(type)?.[1] ?? ''
  const reason = `${status} error ${code || 'without a code'}`
  if (code === THROTTLED) return { state: 'rate_limited', reason }
  if (RETRY.has(code)) return { state: 'retry', reason }
  if (RECEIVER.has(code)) return { state: 'receiver_refused', reason }
  if (ACCOUNT.has(code) || [401, 402, 403, 404].includes(status)) return { state: 'account_refused', reason }
  const fields = namesOf(body['invalid_parameters'])
  if (fields.includes('to')) return { state: 'receiver_refused', reason }
  return { state: fields.includes('from') ? 'account_refused' : 'undeliverable', reason }
}

/** The fields that Vonage says are invalid. */
const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((entry) => textOr((entry as { name?: unknown } | null)?.name)) : []
