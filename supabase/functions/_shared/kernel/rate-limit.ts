import type { Database } from './database.ts'
import { HttpError } from './errors.ts'

export interface LimitRule {
  /** Name of the limited operation; part of the counter's name in the database. */
  name: string
  /** Calls that one IP address may make within a window. */
  limit: number
  windowSecs: number
}

/** Counts calls (default: one) of the client's IP address. @throws {HttpError} 429 `too_many_requests` above the limit */
export type TakeLimit = (request: Request, rule: LimitRule, calls?: number) => void

// Number of calls that one ticket of the shared counter in the database covers, so only every tenth call uses the database.
// Many calls are cheap, such as suggestions while somebody types, and a database call for each would cost too much.
const CALLS_PER_TICKET = 10
const MAX_ADDRESSES = 10_000
// While no trusted header is set, all clients share one counter. Its limit is 50 times that of one client, which is enough for
// a busy city.
const SHARED_BY = 50

interface Window {
  endsAt: number
  calls: number
  /** Whether the counter in the database, which all instances share, has refused the last ticket. */
  refused: boolean
}

export interface LimiterOptions {
  now?: () => number
  /**
   * Name of the header that holds the client's address. The proxy before the functions writes it and overwrites a value that
   * the client sent.
   */
  addressHeader?: string | undefined
  warn?: (text: string) => void
}

/**
 * Creates a function that limits calls per client address with two counters. Each instance counts in memory and decides at
 * once. Every tenth call also takes a ticket from a counter in the database, in the background. One ticket stands for ten
 * calls, so the database allows a tenth of the limit as tickets. In this way all instances together keep the limit. If the
 * database does not respond, only the counter in memory decides.
 *
 * The operator has to name the header with the address (`addressHeader`), because a client can write any header that no proxy
 * overwrites. Without a name all clients share one larger limit, and a warning is logged once.
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
 * Returns the client's address from the header that the last proxy before the functions writes. If the header is a list,
 * proxies have appended addresses to it, and only the last entry is certain: the client may have written the others.
 */
function addressOf(request: Request, header: string): string {
  return request.headers.get(header)?.split(',').at(-1)?.trim() || 'unknown'
}

/**
 * Returns the network for which calls from an address are counted. For IPv6 it is the first 64 bits of the address, because
 * one home can use billions of addresses with the same first 64 bits. For IPv4, also in IPv6 notation, it is the address
 * itself.
 */
function networkOf(address: string): string {
  const [, old] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(address) ?? []
  if (old) return old
  const [, bare = address] = /^\[([^\]]*)\]/.exec(address) ?? []
  const url = bare.includes(':') && URL.parse(`http://[${bare.replace(/%.*$/, '')}]`)
  if (!url) return address
  // `URL` has normalized the address: hexadecimal, in lower case, the longest run of zeros as "::".
  const [head = '', tail] = url.hostname.slice(1, -1).split('::')
  const [first, last] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean))
  const gap = 8 - (first?.length ?? 0) - (last?.length ?? 0)
  const groups = [...first ?? [], ...new Array<string>(gap).fill('0'), ...last ?? []]
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6).map((group) => parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
