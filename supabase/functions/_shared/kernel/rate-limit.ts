import type { Database } from './database.ts'
import { HttpError } from './errors.ts'

export interface LimitRule {
  /** Name of what is limited; part of the counter's name in the database. */
  name: string
  /** Calls that one address may make within a window. */
  limit: number
  windowSecs: number
}

/** Counts one or several calls of an address. @throws {HttpError} 429 `too_many_requests` */
export type TakeLimit = (request: Request, rule: LimitRule, calls?: number) => void

// Number of calls that one ticket of the shared counter in the database covers, so that few calls, such as a suggestion while
// typing, use the database.
const CALLS_PER_TICKET = 10
const MAX_ADDRESSES = 10_000
// Factor of the limit while no trusted header is set and all clients share one counter: 50 times the limit of one client is
// enough for a busy city.
const SHARED_BY = 50

interface Window {
  endsAt: number
  calls: number
  /** Whether the counter in the database, which all instances share, has refused a call. */
  refused: boolean
}

export interface LimiterOptions {
  now?: () => number
  /**
   * Name of the header in which the proxy before the functions puts the client's address, replacing one that the client sent.
   */
  addressHeader?: string | undefined
  warn?: (text: string) => void
}

/**
 * Limits calls per address twice: each instance counts in memory and decides at once. Every tenth call also takes a ticket from
 * a counter a tenth as large in the database, in the background, so that many instances together keep the limit. If the
 * database does not respond, only memory decides.
 *
 * The operator names the trusted header, because a client can write any header that no proxy replaces. Until then all clients
 * share one larger limit, and the log says so once.
 */
export function createLimiter(
  database: Database,
  { now = Date.now, addressHeader, warn = console.warn }: LimiterOptions = {},
): TakeLimit {
  const windows = new Map<string, Window>()
  if (!addressHeader) warn('CLIENT_ADDRESS_HEADER is not set: all clients share one limit')
  return (request, given, calls = 1) => {
    const rule = addressHeader ? given : { ...given, limit: given.limit * SHARED_BY }
    const bucket = `${rule.name}:${addressHeader ? networkOf(addressOf(request, addressHeader)) : 'everyone'}`
    let window = windows.get(bucket)
    if (!window || window.endsAt <= now()) {
      if (windows.size >= MAX_ADDRESSES) dropEnded()
      window = { endsAt: now() + rule.windowSecs * 1000, calls: 0, refused: false }
      windows.set(bucket, window)
    }
    const before = Math.floor(window.calls / CALLS_PER_TICKET)
    window.calls += calls
    const tickets = Math.floor(window.calls / CALLS_PER_TICKET) - before
    if (tickets > 0) takeTickets(tickets, bucket, rule, window)
    if (window.refused || window.calls > rule.limit) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests', 'Wait a minute and try again')
    }
  }

  function takeTickets(cost: number, bucket: string, rule: LimitRule, window: Window): void {
    const args = { bucket, limit_count: Math.ceil(rule.limit / CALLS_PER_TICKET), window_secs: rule.windowSecs, cost }
    database.rpc<boolean>('take_rate_limit', args).then(
      (allowed) => {
        window.refused = allowed === false
      },
      () => {},
    )
  }

  function dropEnded(): void {
    for (const [bucket, { endsAt }] of windows) if (endsAt <= now()) windows.delete(bucket)
    // Too many addresses within one window mean an attack: drop all counts, so that memory does not grow.
    if (windows.size >= MAX_ADDRESSES) windows.clear()
  }
}

/**
 * The client's address as seen by the last proxy before the functions. Each proxy appends to such a list, so its beginning may be
 * the client's invention.
 */
function addressOf(request: Request, header: string): string {
  return request.headers.get(header)?.split(',').at(-1)?.trim() || 'unknown'
}

/**
 * The network of an address: an IPv6 address counts by its first 64 bits, because each home has billions of addresses there. An
 * IPv4 address counts as itself, also in its IPv6 notation.
 */
function networkOf(address: string): string {
  const [, old] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(address) ?? []
  if (old) return old
  const [, bare = address] = /^\[([^\]]*)\]/.exec(address) ?? []
  const url = bare.includes(':') && URL.parse(`http://[${bare.replace(/%.*$/, '')}]`)
  if (!url) return address
  // Parse the address as browsers write it: hexadecimal, in lower case, the longest run of zeros omitted.
  const [head = '', tail] = url.hostname.slice(1, -1).split('::')
  const [first, last] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean))
  const gap = 8 - (first?.length ?? 0) - (last?.length ?? 0)
  const groups = [...first ?? [], ...new Array<string>(gap).fill('0'), ...last ?? []]
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6).map((group) => parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
