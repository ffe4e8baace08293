// The providers' side of the webhooks, written from their documentation, and a handler whose database records its calls.
import { encodeBase64 } from '@std/encoding/base64'
import { SignJWT } from 'jose'
import { databaseOf } from '../../_shared/kernel/testing/doubles.ts'
import { createLog } from '../../_shared/http-client/log.ts'
import { createMessagesHandler, type MessagesDeps } from '../handler.ts'
import { LISTENERS } from '../providers/all.ts'

export const FUNCTION_URL = 'https://api.firm.example/functions/v1/messages'
export const SECRET = 'secret_of_the_address-0123456789'

export const ENV: Readonly<Record<string, string>> = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'secret-token-of-twilio',
  VONAGE_API_KEY: 'abcd1234',
  VONAGE_SIGNATURE_SECRET: 'secret-of-vonage-that-is-long-enough',
  RESEND_WEBHOOK_SECRET: `whsec_${btoa('secret-of-resend-24-bytes')}`,
  POSTMARK_WEBHOOK_SECRET: `${SECRET}_p`,
  AFRICASTALKING_WEBHOOK_SECRET: `${SECRET}_a`,
  SMS_HTTP_WEBHOOK_SECRET: `${SECRET}_h`,
  SMS_HTTP_RECEIPT_ID: 'message.id',
  SMS_HTTP_RECEIPT_DELIVERED: 'json:message.state=Delivered',
  SMS_HTTP_RECEIPT_FAILED: 'json:message.state=Failed',
  SMS_HTTP_RECEIPT_RECEIVER_REFUSED: 'json:message.state=Unknown subscriber',
  SMS_HTTP_INBOUND_FROM: 'payload.sender',
  SMS_HTTP_INBOUND_TEXT: 'payload.message',
  SMS_HTTP_INBOUND_ID: 'id',
}

export function worldOf(env: Readonly<Record<string, string>> = ENV, deps: Partial<MessagesDeps> = {}) {
  const database = databaseOf({
    record_receipt: 'applied',
    record_stop: true,
    record_text: 'other',
    unsubscribe_news: true,
  })
  const lines: string[] = []
  const get = (name: string) => env[name]
  const secrets = LISTENERS.flatMap(({ webhook }) => webhook.secret(get) ?? [])
  const handler = createMessagesHandler({
    listeners: LISTENERS,
    get,
    database,
    log: createLog(secrets, (line) => lines.push(line)),
    takeLimit: () => {},
    functionUrl: FUNCTION_URL,
    siteUrl: 'https://taxi.example',
    ...deps,
  })
  return { handler, calls: database.calls, lines }
}

/** What a provider sends. */
export interface Sent {
  path: string
  method?: string
  body?: string
  headers: Record<string, string>
}

export const requestOf = ({ path, method = 'POST', body, headers }: Sent): Request =>
  // The functions are called at another address than the public one, which the provider signed.
  new Request(`http://edge-runtime:8081/messages/${path}`, { method, headers, ...(body !== undefined && { body }) })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const encode = (text: string) => new TextEncoder().encode(text)

async function hmac(hash: 'SHA-1' | 'SHA-256', key: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['sign'])
  return encodeBase64(await crypto.subtle.sign('HMAC', imported, encode(text)))
}

export async function byTwilio(
  params: Record<string, string>,
  query = '',
  token = ENV['TWILIO_AUTH_TOKEN']!,
): Promise<Sent> {
  const path = `webhook/twilio${query}`
  const all: Record<string, string> = { AccountSid: ENV['TWILIO_ACCOUNT_SID']!, ApiVersion: '2010-04-01', ...params }
  const signed = `${FUNCTION_URL}/${path}${Object.keys(all).sort().map((name) => name + all[name]).join('')}`
  const headers = { ...FORM, 'x-twilio-signature': await hmac('SHA-1', encode(token), signed) }
  return { path, body: new URLSearchParams(all).toString(), headers }
}

export async function byVonage(
  body: unknown,
  { query = '', claims = {}, secret = ENV['VONAGE_SIGNATURE_SECRET']!, at = Date.now() / 1000 } = {},
): Promise<Sent> {
  const text = JSON.stringify(body)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encode(text))).toHex()
  const token = await new SignJWT({
    api_key: 'abcd1234',
    application_id: 'a',
    payload_hash: digest,
    jti: 'j',
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuer('Vonage').setIssuedAt(Math.floor(at)).sign(
      encode(secret),
    )
  return { path: `webhook/vonage${query}`, body: text, headers: { ...JSON_TYPE, authorization: `Bearer ${token}` } }
}

export async function byResend(
  body: unknown,
  { id = 'msg_1', at = Math.floor(Date.now() / 1000), secret = ENV['RESEND_WEBHOOK_SECRET']! } = {},
): Promise<Sent> {
  const text = JSON.stringify(body)
  const key = Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0))
  const signature = `v1,${await hmac('SHA-256', key, `${id}.${at}.${text}`)}`
  const svix = { 'svix-id': id, 'svix-timestamp': String(at), 'svix-signature': signature }
  return { path: 'webhook/resend', body: text, headers: { ...JSON_TYPE, ...svix } }
}

export const byPostmark = (body: unknown, secret = ENV['POSTMARK_WEBHOOK_SECRET']!): Sent => ({
  path: `webhook/postmark-${secret}`,
  body: JSON.stringify(body),
  headers: JSON_TYPE,
})

export const byAfricasTalking = (params: Record<string, string>): Sent => ({
  path: `webhook/africastalking-${ENV['AFRICASTALKING_WEBHOOK_SECRET']}`,
  body: new URLSearchParams(params).toString(),
  headers: FORM,
})

export const byGateway = (body: unknown, query = ''): Sent => ({
  path: `webhook/http-${ENV['SMS_HTTP_WEBHOOK_SECRET']}${query}`,
  body: JSON.stringify(body),
  headers: JSON_TYPE,
})
