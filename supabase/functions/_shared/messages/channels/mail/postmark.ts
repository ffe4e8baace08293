import { encodeBase64 } from '@std/encoding/base64'
import { object, text, textOr } from '../../../http-client/json.ts'
import type { Mail, Outcome, Provider } from '../types.ts'
import { fromVariable } from '../webhooks.ts'
import { mailbox } from './mailbox.ts'
import { newsHeaders } from './news-headers.ts'

const URL_OF_EMAIL = new URL('https://api.postmarkapp.com/email')

/** Refusals by `ErrorCode`. https://postmarkapp.com/developer/api/overview#error-codes */
const ACCOUNT = new Set([10, 400, 401, 405, 412, 413, 1101, 1234, 1235])
const RECEIVER = new Set([406])
const MAINTENANCE = 100
const RATE_LIMIT = 429
const INVALID_MAIL = 300

/**
 * Sends mails by Postmark. It has no key against repetition, so a mail whose response was lost may be sent twice.
 *
 * https://postmarkapp.com/developer/api/email-api#send-a-single-email
 */
export const postmark: Provider<Mail> = {
  name: 'postmark',
  variables: ['POSTMARK_SERVER_TOKEN', 'MAIL_FROM'],
  options: ['MAIL_FROM_NAME', 'POSTMARK_MESSAGE_STREAM', 'POSTMARK_WEBHOOK_SECRET'],
  hosts: ['api.postmarkapp.com'],
  webhook: { isSigned: false, secret: fromVariable('POSTMARK_WEBHOOK_SECRET') },
  make({ secret, option, client }) {
    const headers = { 'x-postmark-server-token': secret('POSTMARK_SERVER_TOKEN') }
    const stream = option('POSTMARK_MESSAGE_STREAM') ?? 'outbound'
    return (mail, { key, endsAt }) =>
      client.ask({
        operation: 'send',
        url: URL_OF_EMAIL,
        headers,
        body: {
          From: mailbox(mail.from),
          To: mail.to,
          Subject: mail.subject,
          TextBody: mail.text,
          ...(mail.html && { HtmlBody: mail.html }),
          ...(mail.unsubscribeUrl && {
            Headers: Object.entries(newsHeaders(mail)).map(([Name, Value]) => ({ Name, Value })),
          }),
          MessageStream: stream,
          // It comes back in each receipt.
          Metadata: { key },
          ...(mail.attachments.length > 0 && {
            Attachments: mail.attachments.map(({ name, type, content }) => ({
              Name: name,
              ContentType: type,
              Content: encodeBase64(content),
            })),
          }),
        },
        accept: [401, 422],
      }, { endsAt }, read)
  },
}

function read(json: unknown, status: number): Outcome {
  const body = object(json, 'the answer')
  const code = Number(body['ErrorCode'])
  if (code === 0 && status === 200) {
    return { state: 'sent', provider: 'postmark', ref: text(body['MessageID'], 'the id') }
  }
  const reason = `${status} error ${Number.isInteger(code) ? code : 'without a code'}`
  if (RECEIVER.has(code)) return { state: 'receiver_refused', reason }
  if (ACCOUNT.has(code) || status === 401) return { state: 'account_refused', reason }
  if (code === MAINTENANCE) return { state: 'retry', reason }
  if (code === RATE_LIMIT) return { state: 'rate_limited', reason }
  if (code === INVALID_MAIL) return invalid(textOr(body['Message']), reason)
  // A body without a code is none of Postmark's: read as a missing id.
  return Number.isInteger(code) ? { state: 'undeliverable', reason } : sentWithoutId(body)
}

/** Error 300 covers every field; its text names the field. */
function invalid(message: string, reason: string): Outcome {
  if (/'From'/i.test(message)) return { state: 'account_refused', reason }
  return /'To'/i.test(message) ? { state: 'receiver_refused', reason } : { state: 'undeliverable', reason }
}

/** @throws {ProviderFailure} of kind `garbage`, which says that the outcome is unknown */
const sentWithoutId = (body: Record<string, unknown>): Outcome => ({
  state: 'sent',
  provider: 'postmark',
  ref: text(body['MessageID'], 'the id'),
})
