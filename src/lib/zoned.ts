/**
 * Formatters by time zone. This module uses them to convert wall-clock times (in the form of `<input type="datetime-local">`)
 * to instants and back.
 */

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter of a time zone. It is cached, because creating one takes a hundred times as long as using it. */
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

/** Returns how far the clocks of a time zone are ahead of UTC at an instant (ms). */
function offsetMs(instant: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant)
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
  return wall - Math.floor(instant / 1000) * 1000
}

const DAY_MS = 24 * 3600 * 1000

/**
 * Returns all instants at which the clocks of a time zone show a time, the earlier first. There are none if the clocks skip
 * that hour in spring, and two if the hour occurs twice in autumn.
 */
export function instantsOf(local: string, timeZone: string): number[] {
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return []
  const offsets = new Set([offsetMs(wall - DAY_MS, timeZone), offsetMs(wall + DAY_MS, timeZone)])
  return [...offsets].map((offset) => wall - offset).filter((instant) => instant + offsetMs(instant, timeZone) === wall)
}

/**
 * Returns the instant (ms since 1970) at which the clocks of a time zone show a time such as "2026-11-20T14:30". Returns null
 * if the text is not such a time. If the clocks skip the time, the result is an instant near it. If they show it twice, the
 * result is one of the two instants.
 */
export function zonedToInstant(local: string, timeZone: string): number | null {
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return null
  const guess = wall - offsetMs(wall, timeZone)
  return wall - offsetMs(guess, timeZone)
}

/** Returns the time that the clocks of a time zone show at an instant, to the minute. */
export function instantToZoned(instant: number, timeZone: string): string {
  return new Date(instant + offsetMs(instant, timeZone)).toISOString().slice(0, 16)
}

/** Returns the calendar day in a time zone at an instant (ms). */
export const dayOf = (instant: number, timeZone: string): string => instantToZoned(instant, timeZone).slice(0, 10)
