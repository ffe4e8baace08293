import { ProviderFailure } from '../../../http-client/failure.ts'
import { countSegments } from '../../../phone/segments.ts'
import type { Adapter, ChannelKit, Outcome, Provider, Sms } from '../types.ts'
import { fromVariable } from '../webhooks.ts'
import { fill, type Values } from './http-template.ts'
import { type Answer, readMatcher, readPath } from './http-answer.ts'

/**
 * Sends text messages by a gateway that a template describes. docs/use/messages.md has the variables and three examples.
 *
 * Without a key against repetition, a message whose response was lost is `unknown`.
 */
export const http: Provider<Sms> = {
  name: 'http',
  variables: ['SMS_HTTP_URL'],
  options: [
    'SMS_HTTP_METHOD',
    'SMS_HTTP_HEADERS',
    'SMS_HTTP_BODY',
    'SMS_HTTP_FROM',
    'SMS_HTTP_SUCCESS',
    'SMS_HTTP_ID',
    'SMS_HTTP_RECEIVER_REFUSED',
    'SMS_HTTP_ACCOUNT_REFUSED',
    'SMS_HTTP_WEBHOOK_SECRET',
    'SMS_HTTP_RECEIPT_ID',
    'SMS_HTTP_RECEIPT_DELIVERED',
    'SMS_HTTP_RECEIPT_FAILED',
    'SMS_HTTP_RECEIPT_RECEIVER_REFUSED',
    'SMS_HTTP_INBOUND_FROM',
    'SMS_HTTP_INBOUND_TEXT',
    'SMS_HTTP_INBOUND_ID',
  ],
  webhook: { isSigned: false, secret: fromVariable('SMS_HTTP_WEBHOOK_SECRET') },
  ownHosts: [{ url: 'SMS_HTTP_URL' }],
  make: createHttp,
}

const METHODS = ['GET', 'POST', 'PUT'] as const

/** Statuses whose body may say what is wrong. */
const READ_STATUSES = [400, 401, 402, 403, 404, 406, 409, 413, 422]

function createHttp({ secret, option, client, receiptsAt }: ChannelKit): Adapter<Sms> {
  const template = secret('SMS_HTTP_URL')
  checkUrl(template)
  const method = METHODS.find((name) => name === (option('SMS_HTTP_METHOD') ?? 'POST').toUpperCase())
  if (!method) throw new Error('SMS_HTTP_METHOD is GET, POST or PUT')
  const headers = readHeaders(option('SMS_HTTP_HEADERS'))
  const body = method === 'GET' ? undefined : option('SMS_HTTP_BODY')
  const type = headers['content-type']
  // Without its type we would not know how to escape the values, and a text could add fields of its own.
  if (body !== undefined && !type) throw new Error('SMS_HTTP_BODY needs a content-type in SMS_HTTP_HEADERS')
  const form = bodyForm(type ?? '')
  const success = readMatcher(option('SMS_HTTP_SUCCESS') ?? 'status=2xx', 'SMS_HTTP_SUCCESS')
  const receiverRefused = readMatcher(option('SMS_HTTP_RECEIVER_REFUSED'), 'SMS_HTTP_RECEIVER_REFUSED')
  const accountRefused = readMatcher(option('SMS_HTTP_ACCOUNT_REFUSED'), 'SMS_HTTP_ACCOUNT_REFUSED')
  const id = option('SMS_HTTP_ID')

  const read = (answer: Answer): Outcome => {
    if (success(answer)) return { state: 'sent', provider: 'http', ref: id ? readPath(answer.json, id)?.slice(0, 100) ?? null : null }
    const reason = `status ${answer.status}`
    if (receiverRefused(answer)) return { state: 'receiver_refused', reason }
    if (accountRefused(answer)) return { state: 'account_refused', reason }
    if (answer.status < 300) return { state: 'unknown', reason: 'the answer is none that SMS_HTTP_SUCCESS describes' }
    throw new ProviderFailure('refused', reason, { status: answer.status })
  }

  return ({ to, text }, { key, endsAt }) => {
    const values: Values = {
      to,
      digits: to.slice(1),
      text,
      from: option('SMS_HTTP_FROM') ?? '',
      id: key,
      unicode: countSegments(text).encoding === 'ucs2' ? '1' : '0',
      receipts: receiptsAt(key) ?? '',
    }
    const question = {
      operation: 'send',
      url: new URL(fill(template, values, 'url')),
      method,
      headers,
      ...(body !== undefined && { raw: fill(body, values, form) }),
      isRepeatable: false,
      reads: 'text' as const,
      ok: [200, 201, 202, 204],
      accept: READ_STATUSES,
    }
    return client.ask(question, { endsAt }, (said, status) => read({ status, text: textOf(said), json: jsonOf(said) }))
  }
}

/** @throws {Error} unless the host is a fixed one, which is reached by TLS or is in our own network */
function checkUrl(template: string): void {
  const url = URL.canParse(template) ? new URL(template) : null
  if (!url || url.protocol !== 'https:' && url.protocol !== 'http:' || /[{}]|%7[bd]/i.test(url.host)) {
    throw new Error('SMS_HTTP_URL is an address whose host has no placeholder')
  }
  if (url.username || url.password) throw new Error('SMS_HTTP_URL has a password: send it in SMS_HTTP_HEADERS')
  // Whole addresses, so that 10.evil.example is none.
  const isOwn = /^(localhost|(127|10)(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\]|[a-z][\w-]*)$/
    .test(url.hostname)
  if (url.protocol === 'http:' && !isOwn) throw new Error('SMS_HTTP_URL needs https outside of your own network')
}

/** Reads the headers: a JSON object. @throws {Error} for anything else */
function readHeaders(json: string | undefined): Record<string, string> {
  const fault = new Error('SMS_HTTP_HEADERS is a JSON object of texts, such as {"authorization": "Bearer …"}')
  let value: unknown
  try {
    value = JSON.parse(json ?? '{}')
  } catch {
    throw fault
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault
  const entries = Object.entries(value).map(([name, text]) => {
    if (typeof text !== 'string' || !/^[\w-]+$/.test(name) || /[\r\n\0]/.test(text)) throw fault
    return [name.toLowerCase(), text] as const
  })
  return Object.fromEntries(entries)
}

const bodyForm = (type: string): 'json' | 'form' | 'xml' | 'plain' =>
  /json/i.test(type) ? 'json' : /urlencoded/i.test(type) ? 'form' : /xml/i.test(type) ? 'xml' : 'plain'

const textOf = (said: unknown): string => typeof said === 'string' ? said : ''

function jsonOf(said: unknown): unknown {
  try {
    return JSON.parse(textOf(said))
  } catch {
    return undefined
  }
}
