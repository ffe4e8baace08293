import { addDays } from '@/lib/time/days'
import { dayOf, instantsOf } from '@/lib/time/zoned'

const QUARTER_MINUTES = 15

/** The earliest and the latest start of a trip (ms). */
export interface Limits {
  earliest: number
  latest: number
}

/** A start time to choose from. */
export interface TimeSlot {
  /** The time as clocks show it, "14:30"; on a day on which clocks go back, two slots can have the same. */
  clock: string
  at: number
  /** The instant as text: the key and value of the slot. */
  value: string
}

const two = (value: number) => String(value).padStart(2, '0')

/** Returns today, which may have no start time left, and the days after it on which a trip may begin; at most `count`. */
export function daysFrom(now: number, { latest }: Limits, timeZone: string, count: number): string[] {
  const today = dayOf(now, timeZone)
  const last = dayOf(latest, timeZone)
  return Array.from({ length: count }, (_, index) => addDays(today, index)).filter((day) => day <= last)
}

/**
 * Returns the quarter-hours of a day that are within the limits, in the order in which they come: times that the clocks skip are
 * left out, and those that they show twice are there twice.
 */
export function slotsOf(day: string, timeZone: string, { earliest, latest }: Limits): TimeSlot[] {
  const clocks = Array.from({ length: (24 * 60) / QUARTER_MINUTES }, (_, index) => index * QUARTER_MINUTES).map(
    (minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  )
  return clocks
    .flatMap((clock) => instantsOf(`${day}T${clock}`, timeZone).map((at) => ({ clock, at })))
    .filter(({ at }) => at >= earliest && at <= latest)
    .sort((a, b) => a.at - b.at)
    .map((slot) => ({ ...slot, value: new Date(slot.at).toISOString() }))
}
