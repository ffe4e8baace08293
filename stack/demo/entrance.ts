import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The header that carries the nonce. A page of another origin cannot send it without being asked, and is answered no. */
const nonceHeader = 'x-hackney-demo'

/** Browsers look this name up nowhere, so no name server can lead it elsewhere. */
const ownName = 'localhost'

/**
 * Who may command the demo: the page that this stack has served, and nothing else in the browser that shows it. The
 * `Host` is the stack's address or `localhost`, so neither a rebound name nor one of `--allow-host` is it. A request
 * without an `Origin` is refused: every browser sends one with a POST.
 *
 * @returns the status of the refusal, or null for a request that may go on
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
