import { isDay } from '@/lib/typed-day'
import { isTime } from '@/lib/typed-time'
import { instantsOf, instantToZoned } from '@/lib/zoned'

/** Separates day and time of an invalid moment: a character that is never typed. */
const BETWEEN = '\n'

type Parts = readonly [day: string, time: string]

/** Whether a form holds a valid moment, as ISO text. */
export const isMoment = (value: string): boolean =>
  /^[1-9]\d{3}-.*T.*(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

/** Whether day and time are valid but no moment: clocks going forward skip it. */
export function isSkipped(value: string): boolean {
  const [day = '', time = ''] = value.split(BETWEEN)
  return isDay(day) && isTime(time)
}

/** Day and time in the zone; an invalid moment as typed. */
export function parted(value: string, timeZone: string): Parts {
  const [day = '', time = ''] = isMoment(value)
    ? instantToZoned(Date.parse(value), timeZone).split('T')
    : value.split(BETWEEN)
  return [day, time]
}

/** The moment of a day and a time, as ISO text: the first of a repeated hour. */
export function joined([day, time]: Parts, timeZone: string): string {
  if (!day && !time) return ''
  const [instant] = isDay(day) && isTime(time) ? instantsOf(`${day}T${time}`, timeZone) : []
  return instant === undefined ? [day, time].join(BETWEEN) : new Date(instant).toISOString()
}

/** Every instant at which the zone's clocks show the same as at this one. */
export const timesOf = (value: string, timeZone: string): number[] =>
  isMoment(value) ? instantsOf(instantToZoned(Date.parse(value), timeZone), timeZone) : []
