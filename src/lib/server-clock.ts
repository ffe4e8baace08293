/**
 * The server's time as derived from its responses, for devices whose clock is wrong. The `Date` header gives the second in
 * which the server answered; that moment lies between request and response, so each response narrows the offset (Cristian's
 * algorithm), and over several of them the one-second resolution averages out.
 */

/** Bounds of "server time minus the time that this page expects", in milliseconds. */
export interface OffsetRange {
  low: number
  high: number
}

/** Resolution of the `Date` header (ms): it has whole seconds. */
const RESOLUTION_MS = 1000

/**
 * Narrows the known bounds by one response. A response outside of them means that the device's clock was changed, so the
 * estimate starts over.
 *
 * @param sentAt expected server time when the request was sent, ms
 * @param heardAt expected server time when the response arrived, ms
 * @param serverDate the response's `Date`, ms
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

/** The correction to apply to the device's clock (ms): 0 while the clock may be right, otherwise the middle of the range. */
export function offsetOf(range: OffsetRange | null): number {
  if (!range || (range.low <= 0 && range.high >= 0)) return 0
  return Math.round((range.low + range.high) / 2)
}

let range: OffsetRange | null = null
/** How the expected server time follows from the device's: the same, unless a demo runs at another rate. */
let pace = { deviceMs: 0, serverMs: 0, rate: 1 }

const expected = (deviceMs: number): number => pace.serverMs + (deviceMs - pace.deviceMs) * pace.rate

/** The server's time in ms since the epoch; the device's until the first response. */
export function serverNow(): number {
  return toServerTime(Date.now())
}

/** Converts a device time to server time. */
export function toServerTime(deviceMs: number): number {
  return expected(deviceMs) + offsetOf(range)
}

/** The measured offset (ms); null in a demo, because its clock says nothing about the device's. */
export const knownOffset = (): number | null => (pace.serverMs ? null : offsetOf(range))

/** Uses an offset that was measured earlier, until the first response arrives. */
export function recallOffset(offset: number): void {
  range ??= { low: offset, high: offset }
}

/** Seconds of server time per second of device time: 1, except in a demo that runs faster. */
export const serverRate = (): number => pace.rate

/**
 * Sets the server's time to `serverMs`, from where it advances at this rate. Responses still correct it, so it does not matter
 * if the page learns of a change late.
 */
export function setServerPace(serverMs: number, rate: number): void {
  pace = { deviceMs: Date.now(), serverMs, rate }
  range = null
}

/**
 * A `fetch` that reads the server's time from responses of the database. Other services are ignored, because they may respond
 * from a cache.
 */
export const clockedFetch: typeof fetch = async (input, init) => {
  const sentAt = expected(Date.now())
  const response = await fetch(input, init)
  const date = response.url.includes('/rest/v1/') ? response.headers.get('date') : null
  if (date) range = narrow(range, sentAt, expected(Date.now()), Date.parse(date))
  return response
}
