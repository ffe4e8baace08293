import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { createHandler, type RawCall } from '../_shared/kernel/http.ts'
import type { TakeLimit } from '../_shared/kernel/rate-limit.ts'
import { isSameSecret } from '../_shared/kernel/secrets.ts'
import { BadSignature } from '../_shared/kernel/webhook.ts'
import { isAddressSecret } from '../_shared/messages/channels/webhooks.ts'
import type { Listener, Told, Variables } from './providers/types.ts'
import { record, type RecordDeps } from './record.ts'

export interface MessagesDeps extends RecordDeps {
  listeners: readonly Listener[]
  /** Returns the value of an environment variable. */
  get: Variables
  takeLimit: TakeLimit
  /** Public address of this function, such as `https://abc.supabase.co/functions/v1/messages`. */
  functionUrl: string
  /** The app's address, where a person who opens the address of a mail program finds the choices. */
  siteUrl: string | undefined
}

/** Largest body in bytes: one receipt or text. Postmark may append the mail that came back. */
const LARGEST = 256 * 1024
/** Limit per minute and address. Receipts of a campaign arrive in large numbers from few servers. */
const PROVIDERS = { name: 'message-webhooks', limit: 6000, windowSecs: 60 }
/** Limit per minute and address of requests that nobody could prove: a guesser gets no further. */
const STRANGERS = { name: 'message-strangers', limit: 60, windowSecs: 60 }

/** What a mail program sends to end news (RFC 8058, 3.1), as a form of either kind. */
const ONE_CLICK = /List-Unsubscribe["\s]*[=\r\n]+\s*One-Click/

/**
 * Receives what providers tell about messages: receipts, complaints and stops, and texts to the firm.
 *
 * `webhook/<provider>` is for providers that sign. One that signs nothing calls `webhook/<provider>-<secret>`, or gives the secret
 * as the password of Basic authentication. What is not proved changes nothing and learns nothing: a wrong secret, a provider that
 * is off and one that does not exist get the same response.
 *
 * `unsubscribe/<key>` is for mail programs (RFC 8058): the POST ends the news to the receiver of the mail, without a login. Filters
 * open the addresses of mails by GET, so that changes nothing: it shows the page with the choices.
 *
 * Errors: 401 `bad_signature`, 413 `payload_too_large`, 422 `invalid_request` (not as the provider documents it), 429
 * `too_many_requests`, 503 `server_busy` (the provider should send it again).
 */
export function createMessagesHandler(deps: MessagesDeps): (request: Request) => Promise<Response> {
  const { listeners, get, takeLimit, functionUrl, siteUrl, database, log } = deps
  return createHandler('messages', {
    'webhook/*': { methods: ['GET', 'POST'], limit: LARGEST, answer: hear },
    'unsubscribe/*': { methods: ['GET', 'POST'], answer: unsubscribe },
  })

  async function hear({ request, bytes, tail }: RawCall): Promise<Response> {
    takeLimit(request, PROVIDERS)
    const [name = '', ...rest] = tail.split('-')
    const listener = listeners.find((listener) => listener.name === name)
    const secret = listener?.webhook.secret(get)
    if (!listener || !secret) throw unproved(request)
    if (request.method === 'GET' && !listener.takesGet) {
      throw new HttpError(405, 'method_not_allowed', 'Only POST is allowed here')
    }
    if (!listener.webhook.isSigned && !await isProvedBy(secret, rest.join('-'), request)) throw unproved(request, name)
    const url = new URL(`${functionUrl}/webhook/${tail}`)
    url.search = new URL(request.url).search
    await take(listener, { bytes, headers: request.headers, url }, secret, request)
    return answerOf(name)
  }

  async function unsubscribe({ request, bytes, tail: key }: RawCall): Promise<Response> {
    if (request.method === 'GET') {
      if (!siteUrl) throw new HttpError(404, 'not_found', 'The app has no address here; answer the mail instead')
      return new Response(null, { status: 303, headers: { location: new URL(`/m/${key}`, siteUrl).href } })
    }
    takeLimit(request, PROVIDERS)
    if (!ONE_CLICK.test(new TextDecoder().decode(bytes))) {
      throw new HttpError(422, 'invalid_request', 'Send the form List-Unsubscribe=One-Click')
    }
    const isKnown = await database.rpc<boolean>('unsubscribe_news', { key })
    log({ event: 'news_unsubscribed', outcome: isKnown ? 'done' : 'unknown' })
    if (isKnown) return new Response(null, { status: 200 })
    takeLimit(request, STRANGERS)
    throw new HttpError(404, 'preferences_not_found', 'Unknown or expired link; use one of a newer message')
  }

  async function take(
    listener: Listener,
    heard: Parameters<Listener['read']>[0],
    secret: string,
    request: Request,
  ): Promise<void> {
    let told: Told[]
    try {
      told = await listener.read(heard, secret, get)
    } catch (error) {
      if (error instanceof BadSignature) throw unproved(request, listener.name, error.message)
      const reason = error instanceof ProviderFailure ? error.message : error instanceof Error ? error.name : 'error'
      log({ event: 'webhook_unreadable', provider: listener.name, reason })
      // A repetition would be as unreadable.
      throw new HttpError(422, 'invalid_request', 'This is not as the provider documents it')
    }
    await record(deps, listener.name, told)
  }

  /** The response to everything that is not proved; counts it, so that guessing ends soon. */
  function unproved(request: Request, provider?: string, reason = 'the secret does not fit'): HttpError {
    if (provider) log({ event: 'webhook_refused', provider, reason })
    takeLimit(request, STRANGERS)
    return new HttpError(401, 'bad_signature', 'This is not from the provider')
  }
}

/** Whether the request has the secret, in its address or as a password. */
async function isProvedBy(secret: string, inAddress: string, { headers }: Request): Promise<boolean> {
  if (!isAddressSecret(secret)) return false
  if (inAddress) return await isSameSecret(inAddress, secret)
  return await isSameSecret(passwordOf(headers.get('authorization') ?? ''), secret)
}

function passwordOf(authorization: string): string {
  const [, encoded = ''] = /^Basic\s+(\S+)$/i.exec(authorization) ?? []
  try {
    return atob(encoded).split(':').slice(1).join(':')
  } catch {
    return ''
  }
}

/** Twilio would send the body of any other response to the person as a text. */
const answerOf = (provider: string): Response =>
  provider === 'twilio'
    ? new Response('<Response/>', { headers: { 'content-type': 'text/xml' } })
    : new Response(null, { status: 200 })
