import { assertEquals } from '@std/assert'
import { json, withServer } from '../../../http-client/testing/server.ts'
import { conform, type Fixture, worldOf } from '../testing/contract.ts'
import { resend } from './resend.ts'

const error = (statusCode: number, name: string, message = 'No') => ({ statusCode, name, message })

/** https://resend.com/docs/api-reference/emails/send-email, https://resend.com/docs/api-reference/errors */
const fixture: Fixture = {
  channel: 'mail',
  provider: resend,
  env: { RESEND_API_KEY: 're_secret_123456' },
  accepted: { answer: json({ id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' }), ref: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' },
  refusals: [
    ['a missing key', 401, error(401, 'missing_api_key'), 'account_refused'],
    ['an invalid key', 403, error(403, 'invalid_api_key'), 'account_refused'],
    ['a key that the endpoint calls a validation error', 400, error(400, 'validation_error', 'API key is invalid'), 'account_refused'],
    ['a sender of another domain', 403, error(403, 'validation_error', 'The domain is not verified'), 'account_refused'],
    ['an invalid sender', 422, error(422, 'invalid_from_address'), 'account_refused'],
    ['an invalid receiver', 422, error(422, 'validation_error', 'Invalid `to` field.'), 'receiver_refused'],
    ['a refused attachment', 422, error(422, 'invalid_attachment'), 'undeliverable'],
    ['the limit of requests', 429, error(429, 'rate_limit_exceeded'), 'rate_limited'],
    ['the limit of the day', 429, error(429, 'daily_quota_exceeded'), 'rate_limited'],
    ['the same key at the same time', 409, error(409, 'concurrent_idempotent_requests'), 'retry'],
    ['a security refusal', 451, error(451, 'security_error'), 'account_refused'],
    ['an error of their own with status 200', 200, error(500, 'application_error'), 'retry'],
    ['a refusal with status 200', 200, error(422, 'invalid_attachment'), 'undeliverable'],
  ],
  keyIn: ({ json: { tags } }) => (tags as { value: unknown }[])[0]?.value,
  understand({ method, path, headers, json: body }) {
    assertEquals([method, path], ['POST', '/emails'])
    assertEquals(headers.get('authorization'), 'Bearer re_secret_123456')
    assertEquals(headers.get('idempotency-key'), 'outbox-7')
    const [to] = body['to'] as string[]
    const [text, html, subject, from] = ['text', 'html', 'subject', 'from'].map((field) => String(body[field]))
    return { to: to ?? '', text: text ?? '', html: html ?? '', subject: subject ?? '', from: from ?? '' }
  },
}

conform(fixture)

Deno.test('Resend gets a mail again under the same key after an error, and may have sent it before', () =>
  withServer([json({}, 500), json(error(409, 'invalid_idempotent_request'), 409)], async (server) => {
    assertEquals(await worldOf(fixture, server.url).send(), { state: 'sent', provider: 'resend', ref: null })
    assertEquals(server.heard.map(({ headers }) => headers.get('idempotency-key')), ['outbox-7', 'outbox-7'])
  }))
