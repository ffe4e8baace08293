import { instantToZoned } from '@/lib/zoned'

const QUARTER_MS = 15 * 60_000

/** How far a zone's clocks are ahead of UTC at a moment, in ms; the same within a quarter of an hour, so asked once for it. */
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

/** "2026-11-22T18:22:05+01:00": a moment on the operator's clocks, and how far these are from UTC. */
export function zonedIso(at: number, offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return new Date(at + offset).toISOString().slice(0, 19) + zone
}
