import { dayOf, instantToZoned, zonedToInstant } from '@/lib/zoned'

const DAY_MS = 86_400_000
const QUARTER_MINUTES = 15

/** The earliest and the latest start of a trip (ms). */
export interface Limits {
  earliest: number
  latest: number
}

/** A start time to choose from. */
export interface TimeSlot {
  /** The time in the operator's time zone, "2026-11-20T14:30". */
  local: string
  at: number
}

const two = (value: number) => String(value).padStart(2, '0')

/** Returns the first days on which a trip may begin, at most `count`. */
export function daysFrom({ earliest, latest }: Limits, timeZone: string, count: number): string[] {
  const first = Date.parse(dayOf(earliest, timeZone))
  const last = dayOf(latest, timeZone)
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10)
  ).filter((day) => day <= last)
}

/** Returns the quarter-hours of a day that are within the limits, without times that the clocks skip in spring. */
export function slotsOf(day: string, timeZone: string, { earliest, latest }: Limits): TimeSlot[] {
  const slots: TimeSlot[] = []
  for (let minute = 0; minute < 24 * 60; minute += QUARTER_MINUTES) {
    const local = `${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`
    const at = zonedToInstant(local, timeZone)
    if (at === null || at < earliest || at > latest || instantToZoned(at, timeZone) !== local) continue
    slots.push({ local, at })
  }
  return slots
}
