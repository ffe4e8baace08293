import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Name of the header with the page's nonce. A page of another origin can send it only after a preflight, which is refused. */
const nonceHeader = 'x-hackney-demo'

/** A host name that browsers do not look up, so DNS cannot point it to another machine. */
const ownName = 'localhost'

/**
 * Who may control the demo: only the page that this stack has served, and nothing else in its browser. The
 * `Host` is the stack's address or `localhost`, so neither a rebound name nor one of `--allow-host` is accepted. A request
 * without an `Origin` is refused: every browser sends one with a POST.
 *
 * @returns the status of the refusal, or null for a permitted request
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
