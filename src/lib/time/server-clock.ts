/**
 * Estimates the server's time from its responses, for devices whose clock is wrong. The `Date` header gives the second in which
 * the server responded. That moment lies between the request and the arrival of the response, so each response narrows the
 * range of possible offsets (Cristian's algorithm). After several responses the error is less than the header's resolution of
 * one second.
 *
 * The "expected server time" is computed only from the device's clock (see `pace`). Outside of a demo it is the device's time.
 */

/** The smallest and the largest possible difference (ms): the server's real time minus the expected server time. */
export interface OffsetRange {
  low: number
  high: number
}

/** Resolution of the `Date` header (ms): it has whole seconds. */
const RESOLUTION_MS = 1000

/**
 * Returns the range of possible offsets after one more response. If the response contradicts the known range, the device's
 * clock was changed, and only the response counts. A response is ignored if its date is invalid, or if the device's clock was
 * set back while the request ran.
 *
 * @param known the range before this response; null before the first one
 * @param sentAt expected server time when the request was sent (ms)
 * @param heardAt expected server time when the response arrived (ms)
 * @param serverDate the response's `Date` (ms)
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

/**
 * Returns the correction of the device's clock (ms). It is 0 while the clock may be right, otherwise the middle of the range.
 */
export function offsetOf(range: OffsetRange | null): number {
  if (!range || (range.low <= 0 && range.high >= 0)) return 0
  return Math.round((range.low + range.high) / 2)
}

let range: OffsetRange | null = null
/**
 * How the expected server time is computed from the device's time. With these initial values both are equal. In a demo, the
 * server's time is `serverMs` when the device shows `deviceMs`. From then on it advances `rate` times as fast as the device's.
 */
let pace = { deviceMs: 0, serverMs: 0, rate: 1 }

const expected = (deviceMs: number): number => pace.serverMs + (deviceMs - pace.deviceMs) * pace.rate

/** Returns the server's time in ms since 1970. Until the first response it is the device's time. */
export function serverNow(): number {
  return toServerTime(Date.now())
}

/** Converts a device time to server time. */
export function toServerTime(deviceMs: number): number {
  return expected(deviceMs) + offsetOf(range)
}

/**
 * Returns the measured offset of the device's clock (ms). Returns null after a demo has set the server's time, because the
 * difference then says nothing about the device's clock.
 */
export const knownOffset = (): number | null => (pace.serverMs ? null : offsetOf(range))

/** Uses an offset that was measured during an earlier visit, until the first response arrives. */
export function recallOffset(offset: number): void {
  range ??= { low: offset, high: offset }
}

/** Returns how many seconds the server's time advances per second. It is 1, except in a demo that runs faster. */
export const serverRate = (): number => pace.rate

/**
 * Sets the expected server time to `serverMs`, from where it advances at this rate. It forgets the measured offset. Later
 * responses measure the offset again, which also corrects a delay before this call.
 */
export function setServerPace(serverMs: number, rate: number): void {
  pace = { deviceMs: Date.now(), serverMs, rate }
  range = null
}

/**
 * A `fetch` that also reads the server's time from responses of the database's API. Responses of other services are ignored,
 * because they may come from a cache.
 */
export const clockedFetch: typeof fetch = async (input, init) => {
  const sentAt = expected(Date.now())
  const response = await fetch(input, init)
  const date = response.url.includes('/rest/v1/') ? response.headers.get('date') : null
  if (date) range = narrow(range, sentAt, expected(Date.now()), Date.parse(date))
  return response
}
