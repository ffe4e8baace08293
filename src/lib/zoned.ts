/**
 * Formatters of time zones, by zone, for converting wall-clock times (as `<input type="datetime-local">` writes them) to
 * instants and back.
 */

const clocks = new Map<string, Intl.DateTimeFormat>()

/** A zone's formatter; creating one takes a hundred times as long as using it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit'
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

/** How far the zone's clock is ahead of UTC at an instant, in ms. */
function offsetMs(instant: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant)
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
  return wall - Math.floor(instant / 1000) * 1000
}

const DAY_MS = 24 * 3600 * 1000

/**
 * All instants at which clocks in the zone show a time, the earlier first: none if the clocks skip that hour in spring, two if
 * the hour occurs twice in autumn.
 */
export function instantsOf(local: string, timeZone: string): number[] {
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return []
  const offsets = new Set([offsetMs(wall - DAY_MS, timeZone), offsetMs(wall + DAY_MS, timeZone)])
  return [...offsets].map((offset) => wall - offset).filter((instant) => instant + offsetMs(instant, timeZone) === wall)
}

/** The instant (ms since the epoch) at which clocks in the zone show "2026-11-20T14:30"; null if they never do. */
export function zonedToInstant(local: string, timeZone: string): number | null {
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return null
  const guess = wall - offsetMs(wall, timeZone)
  return wall - offsetMs(guess, timeZone)
}

/** The time that clocks in the zone show at an instant, to the minute. */
export function instantToZoned(instant: number, timeZone: string): string {
  return new Date(instant + offsetMs(instant, timeZone)).toISOString().slice(0, 16)
}

/** The calendar day in a zone at an instant (ms). */
export const dayOf = (instant: number, timeZone: string): string => instantToZoned(instant, timeZone).slice(0, 10)
