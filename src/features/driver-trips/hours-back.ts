const HOUR_MS = 3_600_000

/** The starts of the last 24 hours (ms), the current hour first. The server knows no earlier ones. */
export function hoursBack(now: number): number[] {
  const begin = Math.floor(now / HOUR_MS) * HOUR_MS
  return Array.from({ length: 24 }, (_, back) => begin - back * HOUR_MS)
}
