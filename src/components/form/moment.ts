import { isDay } from '@/lib/typed-day'
import { isTime } from '@/lib/typed-time'
import { instantsOf, instantToZoned } from '@/lib/zoned'

/** Between a day and a time that make no moment: nobody types it. */
const BETWEEN = '\n'

type Parts = readonly [day: string, time: string]

/** Whether a form holds a moment, as ISO text. */
export const isMoment = (value: string): boolean =>
  /^[1-9]\d{3}-.*T.*(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

/** Whether there is a day and a time, and no moment: clocks that go forward skip it. */
export function isSkipped(value: string): boolean {
  const [day = '', time = ''] = value.split(BETWEEN)
  return isDay(day) && isTime(time)
}

/** Day and time on the zone's clocks; what makes no moment, as it was typed. */
export function parted(value: string, timeZone: string): Parts {
  const [day = '', time = ''] = isMoment(value)
    ? instantToZoned(Date.parse(value), timeZone).split('T')
    : value.split(BETWEEN)
  return [day, time]
}

/** The moment of a day and a time, as ISO text: the first, where it comes twice. */
export function joined([day, time]: Parts, timeZone: string): string {
  if (!day && !time) return ''
  const [instant] = isDay(day) && isTime(time) ? instantsOf(`${day}T${time}`, timeZone) : []
  return instant === undefined ? [day, time].join(BETWEEN) : new Date(instant).toISOString()
}

/** Every instant at which the zone's clocks show what they show at this one. */
export const timesOf = (value: string, timeZone: string): number[] =>
  isMoment(value) ? instantsOf(instantToZoned(Date.parse(value), timeZone), timeZone) : []
