import { encodeBase64 } from '@std/encoding/base64'
import { object, text } from '../../../http-client/json.ts'
import type { Outcome, Provider, Sms } from '../types.ts'
import { fromVariable } from '../webhooks.ts'

/** Error codes of requests and of messages. https://www.twilio.com/docs/api/errors */
export const RECEIVER: ReadonlySet<number> = new Set([
  21211, // not a valid number
  21214, // cannot be reached
  21217, // not a valid number
  21219, // not a verified number
  21265, // a short code
  21614, // no mobile number
  21635, // a fixed line
  21647, // a premium or information service
  30005, // unknown number
  30006, // a fixed line, or a network that takes none
])
/** The receiver sent STOP. */
const UNSUBSCRIBED = 21610
const ACCOUNT = new Set([
  20003, // wrong key
  20005, // the account is not active
  20404, // no such account
  21212, // the sender is not valid
  21408, // the region is not enabled
  21603, // the sender is missing
  21606, // the sender cannot send this
  21608, // a trial account writes to verified numbers only
  21612, // no route from this sender to this number
  21659, // the sender is not a number of Twilio
  21660, // the sender is not a number of the account
  21701, // no such messaging service
  21703, // the messaging service has no numbers
  21704, // the messaging service has no numbers
  30001, // the queue of the account is full
  30002, // the account is suspended
])
const RATE_LIMITED = new Set([
  14107, // too many messages from this sender
  20429, // too many requests
  21611, // the queue of this sender is full
  63038, // the account's limit for the day
])
const RETRY = new Set([20503, 30017])

/**
 * Sends text messages by Twilio Programmable Messaging. It has no key against repetition: a message whose response was lost is
 * `unknown`.
 *
 * TWILIO_SENDER is a messaging service (`MG…`), a number or a name. With TWILIO_API_KEY (`SK…`), TWILIO_AUTH_TOKEN is that
 * key's secret, and TWILIO_WEBHOOK_TOKEN the account's auth token, with which Twilio signs receipts and texts.
 *
 * https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export const twilio: Provider<Sms> = {
  name: 'twilio',
  variables: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_SENDER'],
  options: ['TWILIO_API_KEY', 'TWILIO_WEBHOOK_TOKEN'],
  hosts: ['api.twilio.com'],
  webhook: {
    isSigned: true,
    secret: (get) =>
      fromVariable('TWILIO_WEBHOOK_TOKEN')(get) ??
        (get('TWILIO_API_KEY')?.trim() ? undefined : fromVariable('TWILIO_AUTH_TOKEN')(get)),
  },
  make({ secret, option, client, receiptsAt }) {
    const account = secret('TWILIO_ACCOUNT_SID')
    if (!/^AC[0-9a-f]{32}$/i.test(account)) throw new Error('TWILIO_ACCOUNT_SID is not AC and 32 digits')
    const url = new URL(`https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`)
    const user = option('TWILIO_API_KEY') ?? account
    const authorization = `Basic ${encodeBase64(`${user}:${secret('TWILIO_AUTH_TOKEN')}`)}`
    const sender = secret('TWILIO_SENDER')
    const from = /^MG[0-9a-f]{32}$/i.test(sender) ? 'MessagingServiceSid' : 'From'
    return ({ to, text: body }, { key, endsAt, ttlSeconds }) => {
      const receipts = receiptsAt(key)
      return client.ask({
        operation: 'send',
        url,
        headers: { authorization },
        form: new URLSearchParams({
          To: to,
          [from]: sender,
          Body: body,
          // Twilio discards what it could not pass on for this long: 1 to 36,000 seconds.
          ValidityPeriod: String(Math.max(1, Math.min(36_000, Math.floor(ttlSeconds)))),
          ...(receipts && { StatusCallback: receipts }),
        }),
        ok: [200, 201],
        accept: [400, 401, 403, 404],
      }, { endsAt }, read)
    }
  },
}

function read(json: unknown, status: number): Outcome {
  const body = object(json, 'the answer')
  if (status < 300) {
    const failed = body['status'] === 'failed' || body['status'] === 'undelivered'
    const ref = text(body['sid'], 'the id')
    return failed ? refused(Number(body['error_code']), status) : { state: 'sent', provider: 'twilio', ref }
  }
  return refused(Number(body['code']), status)
}

function refused(code: number, status: number): Outcome {
  const reason = `${status} error ${Number.isInteger(code) ? code : 'without a code'}`
  if (code === UNSUBSCRIBED) return { state: 'receiver_refused', reason: `${reason}, unsubscribed` }
  if (RECEIVER.has(code)) return { state: 'receiver_refused', reason }
  if (RATE_LIMITED.has(code)) return { state: 'rate_limited', reason }
  if (RETRY.has(code)) return { state: 'retry', reason }
  if (ACCOUNT.has(code) || [401, 403, 404].includes(status)) return { state: 'account_refused', reason }
  return { state: 'undeliverable', reason }
}
