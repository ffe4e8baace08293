const HOUR_MS = 3_600_000

/** The beginnings of the hours of the last day, the present one first. The server answers for no earlier one. */
export function hoursBack(now: number): number[] {
  const begin = Math.floor(now / HOUR_MS) * HOUR_MS
  return Array.from({ length: 24 }, (_, back) => begin - back * HOUR_MS)
}
