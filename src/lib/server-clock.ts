/**
 * The server's time as far as its answers tell, for devices whose own clock is wrong. The `Date` of an answer says
 * which second the server was in; the moment lies between asking and hearing, so each answer narrows the offset down
 * (Cristian's algorithm) and the second's coarseness averages out over a few of them.
 */

/** Bounds of "server time minus the time that this page expects", in milliseconds. */
export interface OffsetRange {
  low: number
  high: number
}

/** A `Date` header counts whole seconds. */
const RESOLUTION_MS = 1000

/**
 * Narrows the known bounds by one answer. An answer outside of them means that the device's clock has been set
 * meanwhile: it then starts anew.
 *
 * @param sentAt expected time when the question left, ms
 * @param heardAt expected time when the answer came, ms
 * @param serverDate the answer's `Date`, ms
 */
export function narrow(
  known: OffsetRange | null,
  sentAt: number,
  heardAt: number,
  serverDate: number
): OffsetRange | null {
  if (!Number.isFinite(serverDate) || heardAt < sentAt) return known
  const seen = { low: serverDate - heardAt, high: serverDate + RESOLUTION_MS - sentAt }
  if (!known) return seen
  const both = { low: Math.max(known.low, seen.low), high: Math.min(known.high, seen.high) }
  return both.low <= both.high ? both : seen
}

/** The offset to go by, ms: none while the device's clock may be right, else the middle of what is possible. */
export function offsetOf(range: OffsetRange | null): number {
  if (!range || (range.low <= 0 && range.high >= 0)) return 0
  return Math.round((range.low + range.high) / 2)
}

let range: OffsetRange | null = null
/** What the page expects the server's time to be: the device's, unless a demo runs it at another rate. */
let pace = { deviceMs: 0, serverMs: 0, rate: 1 }

const expected = (deviceMs: number): number => pace.serverMs + (deviceMs - pace.deviceMs) * pace.rate

/** The server's time in ms since the epoch; the device's until an answer has told. */
export function serverNow(): number {
  return toServerTime(Date.now())
}

/** Turns a moment of the device's clock into the server's. */
export function toServerTime(deviceMs: number): number {
  return expected(deviceMs) + offsetOf(range)
}

/** The offset that answers have told so far, ms; null in a demo, whose pace is nobody's clock. */
export const knownOffset = (): number | null => (pace.serverMs ? null : offsetOf(range))

/** Goes by an offset that was known earlier, until an answer tells. */
export function recallOffset(offset: number): void {
  range ??= { low: offset, high: offset }
}

/** How many seconds the server's clock goes on in one of the device's: 1, but for a demo that hurries. */
export const serverRate = (): number => pace.rate

/**
 * From now on the server's time is `serverMs` and goes on at this rate. Answers go on correcting it, also in a page that
 * hears of a change too late.
 */
export function setServerPace(serverMs: number, rate: number): void {
  pace = { deviceMs: Date.now(), serverMs, rate }
  range = null
}

/** `fetch`, noting what the database's answers say of the time; other services may answer from a cache. */
export const clockedFetch: typeof fetch = async (input, init) => {
  const sentAt = expected(Date.now())
  const response = await fetch(input, init)
  const date = response.url.includes('/rest/v1/') ? response.headers.get('date') : null
  if (date) range = narrow(range, sentAt, expected(Date.now()), Date.parse(date))
  return response
}
