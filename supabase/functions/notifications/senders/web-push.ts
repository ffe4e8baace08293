import { importJWK, SignJWT } from 'jose'
import { decodeBase64Url, encodeBase64Url } from '@std/encoding/base64url'
import { fetchOnce } from '../../_shared/kernel/fetch-once.ts'
import { encrypt, type Subscription } from './encrypt.ts'
import { PATIENCE_MS, type Push, type SendPush, TokenGone, Undeliverable } from './types.ts'

/** The operator's key pair (VAPID). A browser needs the public key to subscribe; the private key signs our requests. */
export interface Vapid {
  publicKey: string
  privateKey: string
  /** The contact for the push services: `mailto:` or the address of a page. */
  subject: string
}

/**
 * Hosts of the browsers' push services. A client chooses its subscription's address, so without this list it could make the
 * function call any server.
 */
const HOSTS =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|([a-z0-9-]+\.)*push\.apple\.com|([a-z0-9-]+\.)*notify\.windows\.com)$/

/** Largest message before encryption (bytes): push services accept 4096 bytes, of which the encryption needs 103. */
const LONGEST = 3900

/**
 * Returns the pattern of allowed hosts: those of the browsers, and those of a comma-separated list such as `WEB_PUSH_HOSTS`.
 */
export function pushHosts(list: string | undefined): RegExp {
  const own = (list ?? '').split(',').map((host) => host.trim()).filter((host) => /^[\w.-]+$/.test(host))
  if (own.length === 0) return HOSTS
  return new RegExp(`${HOSTS.source}|^(${own.map((host) => host.replaceAll('.', '\\.')).join('|')})$`)
}

/** Whether a token is a browser's subscription. */
export const isSubscription = (token: string): boolean => token.startsWith('{')

/** The first characters of a response, in which push services say why they refused. */
async function reasonOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const { value } = await reader?.read().catch(() => undefined) ?? {}
  void reader?.cancel().catch(() => {})
  return new TextDecoder().decode(value?.slice(0, 500)).replaceAll(/\s+/g, ' ').trim()
}

/**
 * A subscription belongs to the key pair with which it was made: with another one services refuse it for ever (Google with 403,
 * Mozilla with 401, Apple with 400 `VapidPkHashMismatch`), and the page has to subscribe again. A refused signature is our own
 * fault, such as a wrong clock, and ends no subscription.
 */
function problemOf(status: number, reason: string): Error {
  const message = `${status} ${reason}`.trim()
  const isSignature = /jwt|expired|signature/i.test(reason)
  const isOtherKey = (status === 401 || status === 403) && !isSignature || /VapidPkHashMismatch/i.test(reason)
  if (status === 404 || status === 410 || isOtherKey) return new TokenGone(message)
  return status === 400 || status === 413 ? new Undeliverable(message) : new Error(message)
}

/** Sends pushes to browsers by the browsers' own push services (RFC 8030, 8291, 8292), which need no account. */
export function createWebPush(
  vapid: Vapid,
  { fetcher = fetchOnce, patience = PATIENCE_MS, hosts = HOSTS } = {},
): SendPush {
  return async ({ token, title, body, data, lang, ttl, topic, urgency, actions, unread }) => {
    const subscription = readSubscription(token, hosts)
    const content = await encrypt(subscription, wordMessage({ title, body, data, lang, actions, unread })).catch(() => {
      throw new TokenGone('the keys of the subscription are none')
    })
    const response = await fetcher(subscription.endpoint, {
      method: 'POST',
      headers: {
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttl),
        urgency,
        ...(topic && { topic }),
        authorization: `vapid t=${await sign(new URL(subscription.endpoint).origin)}, k=${vapid.publicKey}`,
      },
      body: content,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (response.ok) return void await response.body?.cancel()
    throw problemOf(response.status, await reasonOf(response))
  }

  async function sign(audience: string): Promise<string> {
    const point = decodeBase64Url(vapid.publicKey)
    const key = await importJWK({
      kty: 'EC',
      crv: 'P-256',
      x: encodeBase64Url(point.slice(1, 33)),
      y: encodeBase64Url(point.slice(33, 65)),
      d: vapid.privateKey,
    }, 'ES256')
    return await new SignJWT({}).setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(audience).setSubject(vapid.subject).setExpirationTime('12h').sign(key)
  }
}

/**
 * Returns the message in the form that the app's service worker reads. A long text is cut, because push services refuse large
 * messages.
 *
 * @throws {Undeliverable} if the message would be too large even with its text cut to one character
 */
function wordMessage(message: Pick<Push, 'title' | 'body' | 'data' | 'lang' | 'actions' | 'unread'>): string {
  const text = JSON.stringify(message)
  const excess = new TextEncoder().encode(text).length - LONGEST
  if (excess <= 0) return text
  const letters = [...message.body]
  // Cut about one character for each four excess bytes, because a character takes up to 4 bytes. Repeat while the message is
  // still too large.
  const kept = letters.slice(0, Math.max(0, letters.length - Math.max(1, Math.ceil(excess / 4)) - 1)).join('')
  if (kept === '') throw new Undeliverable('the title is too long')
  return wordMessage({ ...message, body: `${kept}…` })
}

function readSubscription(token: string, hosts: RegExp): Subscription {
  try {
    const { endpoint, keys } = JSON.parse(token) as Subscription
    const { protocol, hostname } = new URL(endpoint)
    const isSafe = protocol === 'https:' || hostname === '127.0.0.1'
    if (isSafe && hosts.test(hostname) && keys.p256dh && keys.auth) return { endpoint, keys }
  } catch {
    // An unreadable token gets the same error as one of an unknown service, which is thrown below.
  }
  throw new TokenGone('the token is no subscription of a known push service')
}
