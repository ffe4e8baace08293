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

/** A time as clocks show it, "2026-11-20T14:30", and the same with its distance from UTC, which makes it an instant. */
const WRITTEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/

/**
 * Reads a time that a link or a stored draft names: an instant such as "2026-10-25T02:30+01:00", or a time of the zone's clocks
 * such as "2026-10-25T02:30". Returns ms since 1970; null if the text is neither, or if the clocks skip this time. Of a time that
 * occurs twice the first is returned: `formatTime` shows which of the two it is.
 */
export function readMoment(text: string, timeZone: string): number | null {
  // In the query of an address a plus that was not encoded means a blank.
  const written = text.replace(' ', '+')
  const found = WRITTEN.exec(written)
  if (!found) return null
  const instant = found[1] ? Date.parse(written) : instantsOf(written, timeZone)[0]
  return instant === undefined || Number.isNaN(instant) ? null : instant
}

/** Returns the instant at which a day begins in a time zone, which is not always midnight: some clocks skip it in spring. */
export function startOfDay(day: string, timeZone: string): number | null {
  const wall = Date.parse(`${day}T00:00Z`)
  if (Number.isNaN(wall)) return null
  return instantsOf(`${day}T00:00`, timeZone)[0] ?? wall - offsetMs(wall - DAY_MS, timeZone)
}

const changing = new Map<string, boolean>()

/** Whether the clocks of a time zone change within a day of an instant. The answer is cached for each day. */
function changesNear(instant: number, timeZone: string): boolean {
  const day = Math.floor(instant / DAY_MS)
  const key = `${day} ${timeZone}`
  const known = changing.get(key)
  if (known !== undefined) return known
  const changes = offsetMs((day - 1) * DAY_MS, timeZone) !== offsetMs((day + 2) * DAY_MS, timeZone)
  changing.set(key, changes)
  return changes
}

const two = (value: number) => String(value).padStart(2, '0')

/** Returns the distance of an offset (ms) from UTC as people write it: "UTC+2", "UTC+10:30", "UTC\u22123". */
function offsetName(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000))
  const rest = minutes % 60 === 0 ? '' : `:${two(minutes % 60)}`
  return `UTC${offset < 0 ? '\u2212' : '+'}${Math.floor(minutes / 60)}${rest}`
}

/**
 * Returns which of two equal times an instant is, such as "UTC+2": when clocks go back, an hour occurs twice. Returns '' for
 * every other time.
 */
export function repeatedName(instant: number, timeZone: string): string {
  if (!changesNear(instant, timeZone)) return ''
  const isRepeated = instantsOf(instantToZoned(instant, timeZone), timeZone).length > 1
  return isRepeated ? offsetName(offsetMs(instant, timeZone)) : ''
}

/** Adds to a written time which of two equal times is meant: "02:30 UTC+2". */
export function withRepeatedName(written: string, instant: number, timeZone: string): string {
  const name = Number.isNaN(instant) ? '' : repeatedName(instant, timeZone)
  return name ? `${written}\u00a0${name}` : written
}

/** A change of the clocks on a day: they show `from`, and the next moment `to` ("03:00", "02:00"). */
export interface ClockChange {
  from: string
  to: string
  isForward: boolean
}

/** Returns how the clocks of a time zone change on a day; null if they do not. */
export function clockChangeOf(day: string, timeZone: string): ClockChange | null {
  const begin = startOfDay(day, timeZone)
  if (begin === null) return null
  let before = begin - 1
  let after = begin + DAY_MS
  const first = offsetMs(before, timeZone)
  if (offsetMs(after, timeZone) === first) return null
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetMs(middle, timeZone) === first) before = middle
    else after = middle
  }
  const to = instantToZoned(after, timeZone)
  if (to.slice(0, 10) !== day) return null
  const from = new Date(after + first).toISOString().slice(11, 16)
  return { from, to: to.slice(11), isForward: offsetMs(after, timeZone) > first }
}

/** Returns the time that the clocks of a time zone show at an instant, to the minute. */
export function instantToZoned(instant: number, timeZone: string): string {
  return new Date(instant + offsetMs(instant, timeZone)).toISOString().slice(0, 16)
}

/** Returns the calendar day in a time zone at an instant (ms). */
export const dayOf = (instant: number, timeZone: string): string => instantToZoned(instant, timeZone).slice(0, 10)
