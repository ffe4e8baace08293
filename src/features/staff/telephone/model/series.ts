import { addDays } from '@/lib/time/days'
import { dayOf, instantsOf } from '@/lib/time/zoned'
import { isDay } from '@/lib/typing/typed-day'
import { isTime } from '@/lib/typing/typed-time'
import type { Series } from './call'

/** Why a date of a series cannot be booked. */
export type DateProblem = 'past_booking_error' | 'trip_at_too_far' | 'skipped_time'

/** One date of a series. */
export interface SeriesDate {
  day: string
  /** The start time in ms; null if the clocks skip it on that date. */
  at: number | null
  problem: DateProblem | null
}

interface Limits {
  earliest: number
  latest: number
}

/** Maximum number of dates that are computed, so that a typed date in the far future does not block the page. */
const MOST = 200

/** Returns the weekday of a date (1 is Monday). */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Returns the dates of a series from today on, at most `MOST`. If the server would refuse a date, `problem` is the reason. */
export function datesOf({ days, time, until }: Series, timeZone: string, { earliest, latest }: Limits): SeriesDate[] {
  if (days.length === 0 || !isTime(time) || !isDay(until)) return []
  const dates: SeriesDate[] = []
  for (let day = dayOf(earliest, timeZone); day <= until && dates.length < MOST; day = addDays(day, 1)) {
    if (!days.includes(weekdayOf(day))) continue
    const [at = null] = instantsOf(`${day}T${time}`, timeZone)
    dates.push({ day, at, problem: problemOf(at, { earliest, latest }) })
  }
  return dates
}

function problemOf(at: number | null, { earliest, latest }: Limits): DateProblem | null {
  if (at === null) return 'skipped_time'
  if (at < earliest) return 'past_booking_error'
  return at > latest ? 'trip_at_too_far' : null
}
