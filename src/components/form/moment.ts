import { addDays } from '@/lib/time/days'
import { instantsOf, instantToZoned } from '@/lib/time/zoned'
import { isDay } from '@/lib/typing/typed-day'
import { isTime } from '@/lib/typing/typed-time'

/** Separates day and time in the text of an invalid moment: a line break, which cannot be typed into the fields. */
const BETWEEN = '\n'

type Parts = readonly [day: string, time: string]

/** Whether the text in a form is a valid moment (ISO text). */
export const isMoment = (value: string): boolean =>
  /^[1-9]\d{3}-.*T.*(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

/**
 * Whether the given text, which is not a valid moment, consists of a valid day and a valid time. This time then does not exist
 * on this day, because the clocks go forward and skip the hour.
 */
export function isSkipped(value: string): boolean {
  const [day = '', time = ''] = value.split(BETWEEN)
  return isDay(day) && isTime(time)
}

/** Splits a form value into its day and time in the given time zone. For an invalid moment, these are the typed texts. */
export function parted(value: string, timeZone: string): Parts {
  const [day = '', time = ''] = isMoment(value)
    ? instantToZoned(Date.parse(value), timeZone).split('T')
    : value.split(BETWEEN)
  return [day, time]
}

/**
 * Returns the moment of a typed day and time as ISO text, or '' if both are empty. If they are not a valid moment, returns the
 * typed texts joined by `BETWEEN`. If the time occurs twice because clocks go back, returns the first moment.
 */
export function joined([day, time]: Parts, timeZone: string): string {
  if (!day && !time) return ''
  const [instant] = isDay(day) && isTime(time) ? instantsOf(`${day}T${time}`, timeZone) : []
  return instant === undefined ? [day, time].join(BETWEEN) : new Date(instant).toISOString()
}

/**
 * Returns all instants (ms) at which clocks in the zone show the same day and time as at the given moment. There are two if
 * clocks go back and the hour occurs twice, otherwise one.
 */
export const timesOf = (value: string, timeZone: string): number[] =>
  isMoment(value) ? instantsOf(instantToZoned(Date.parse(value), timeZone), timeZone) : []

/** Returns the next day on which clocks in the zone will show this time: today if it is still to come, else tomorrow. */
export function nextDayOf(time: string, now: number, timeZone: string): string {
  const [today = '', clock = ''] = instantToZoned(now, timeZone).split('T')
  return time >= clock ? today : addDays(today, 1)
}

/** Returns the time of day that clocks in the zone will show in some minutes, rounded up to a whole minute. */
export const timeIn = (minutes: number, now: number, timeZone: string): string =>
  instantToZoned(Math.ceil(now / 60_000) * 60_000 + minutes * 60_000, timeZone)
    .split('T')[1]
    ?.slice(0, 5) ?? ''
