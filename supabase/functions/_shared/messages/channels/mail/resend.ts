import { encodeBase64 } from '@std/encoding/base64'
import { ProviderFailure } from '../../../http-client/failure.ts'
import { object, text, textOr } from '../../../http-client/json.ts'
import type { Mail, Outcome, Provider } from '../types.ts'
import { fromVariable } from '../webhooks.ts'
import { mailbox } from './mailbox.ts'
import { newsHeaders } from './news-headers.ts'

const URL_OF_EMAILS = new URL('https://api.resend.com/emails')

/** Refusals by the name of the error. https://resend.com/docs/api-reference/errors */
const ACCOUNT = new Set([
  'missing_api_key',
  'invalid_api_key',
  'restricted_api_key',
  'suspended_api_key',
  'invalid_from_address',
  'invalid_access',
  'invalid_region',
  'not_found',
  'method_not_allowed',
  'security_error',
])

/**
 * Sends mails by Resend. A key of ours makes a repeated request the same mail for 24 hours.
 *
 * https://resend.com/docs/api-reference/emails/send-email
 * https://resend.com/docs/dashboard/emails/idempotency-keys
 */
export const resend: Provider<Mail> = {
  name: 'resend',
  variables: ['RESEND_API_KEY', 'MAIL_FROM'],
  options: ['MAIL_FROM_NAME', 'RESEND_WEBHOOK_SECRET'],
  hosts: ['api.resend.com'],
  webhook: { isSigned: true, secret: fromVariable('RESEND_WEBHOOK_SECRET') },
  isRepeatable: true,
  make({ secret, client }) {
    const authorization = `Bearer ${secret('RESEND_API_KEY')}`
    return (mail, { key, endsAt }) =>
      client.ask({
        operation: 'send',
        url: URL_OF_EMAILS,
        headers: { authorization, 'idempotency-key': key },
        body: {
          from: mailbox(mail.from),
          to: [mail.to],
          subject: mail.subject,
          text: mail.text,
          // It comes back in each receipt. A tag has no colons.
          tags: [{ name: 'key', value: key.replaceAll(':', '_') }],
          ...(mail.html && { html: mail.html }),
          ...(mail.unsubscribeUrl && { headers: newsHeaders(mail) }),
          ...(mail.attachments.length > 0 && {
            attachments: mail.attachments.map(({ name, type, content }) => ({
              filename: name,
              content_type: type,
              content: encodeBase64(content),
            })),
          }),
        },
        isRepeatable: true,
        accept: [400, 401, 403, 409, 422, 451],
      }, { endsAt }, read)
  },
}

function read(json: unknown, status: number): Outcome {
  const body = object(json, 'the answer')
  if (status === 200 && !body['name']) return { state: 'sent', provider: 'resend', ref: text(body['id'], 'the id') }
  const name = textOr(body['name'])
  const reason = `${textOr(body['statusCode']) || status} ${/^\w{1,60}$/.test(name) ? name : 'error'}`
  // An earlier attempt with this key was taken, with other words: such as another time of the request, or a new receipt.
  if (name === 'invalid_idempotent_request') return { state: 'sent', provider: 'resend', ref: null }
  if (name === 'concurrent_idempotent_requests') return { state: 'retry', reason, afterMs: 2000 }
  if (/^(rate_limit|daily_quota|monthly_quota)_exceeded$/.test(name)) return { state: 'rate_limited', reason }
  if (name === 'application_error' || name === 'internal_server_error') {
    throw new ProviderFailure('server', reason, { status: 500 })
  }
  if (ACCOUNT.has(name) || status === 401 || status === 403 || /api key/i.test(textOr(body['message']))) {
    return { state: 'account_refused', reason }
  }
  return /`to`|\bto\b field|recipient/i.test(textOr(body['message']))
    ? { state: 'receiver_refused', reason }
    : { state: 'undeliverable', reason }
}
