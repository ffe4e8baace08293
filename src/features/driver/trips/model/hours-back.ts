const HOUR_MS = 3_600_000

/** Returns the starts of the last 24 hours (ms since the epoch), the current hour first. The server keeps no earlier ones. */
export function hoursBack(now: number): number[] {
  const begin = Math.floor(now / HOUR_MS) * HOUR_MS
  return Array.from({ length: 24 }, (_, back) => begin - back * HOUR_MS)
}
