import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Header with the page's nonce. A page of another origin could send it only after a CORS preflight, which is refused. */
const nonceHeader = 'x-hackney-demo'

/** A host name that browsers resolve without DNS, so that an attacker cannot point it to another machine. */
const ownName = 'localhost'

/**
 * Creates the check of requests that control the demo: only a page that this stack has served may send them. `Host` has to be
 * the stack's address or `localhost`, so names that DNS points to this machine and names of `--allow-host` are refused. A
 * request without `Origin` is refused, too, because every browser sends that header with a POST.
 *
 * @returns a function that returns the HTTP status with which to refuse a request; null for a permitted one
 */
export function createEntrance(origin: string, nonce: string): (request: IncomingMessage) => number | null {
  const named = Object.assign(new URL(origin), { hostname: ownName })
  const originOf = new Map([new URL(origin), named].map((own) => [own.host, own.origin]))
  const expected = Buffer.from(nonce)
  const isNonce = (value: unknown): boolean => {
    const given = Buffer.from(typeof value === 'string' ? value : '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return ({ method, headers }) => {
    if (method !== 'POST') return 405
    if (!headers.origin || originOf.get(headers.host ?? '') !== headers.origin) return 403
    if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return 403
    if (!isNonce(headers[nonceHeader])) return 403
    return headers['content-type'] === 'application/json' ? null : 415
  }
}
