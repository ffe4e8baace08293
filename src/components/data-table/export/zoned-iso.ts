import { instantToZoned } from '@/lib/time/zoned'

const QUARTER_MS = 15 * 60_000

/**
 * Returns a function that gives the time zone's offset from UTC (ms) at an instant. Clocks only change at full quarters of an
 * hour, so the offset is cached for each quarter.
 */
export function offsetsOf(timeZone: string): (at: number) => number {
  const known = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS)
    let offset = known.get(quarter)
    if (offset === undefined) {
      const begin = quarter * QUARTER_MS
      offset = Date.parse(`${instantToZoned(begin, timeZone)}:00Z`) - begin
      known.set(quarter, offset)
    }
    return offset
  }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Returns an instant as ISO text with the given offset (ms) from UTC: "2026-11-22T18:22:05+01:00". */
export function zonedIso(at: number, offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return new Date(at + offset).toISOString().slice(0, 19) + zone
}
