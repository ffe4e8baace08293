import { addDays } from '@/lib/time/days'
import { dayOf, withRepeatedName } from '@/lib/time/zoned'

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/**
 * Returns a function that formats a trip's time as short as possible, because the desk reads it hundreds of times a day:
 * "14:32" today, "Thu 08:15" within six days, otherwise "28 Nov 26".
 *
 * @param today today's date in the operator's time zone
 */
export function whenOf(today: string, locale: string, timeZone: string): (at: string) => string {
  const [near, far] = [addDays(today, -6), addDays(today, 6)]
  const form = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone })
  const [time, week, year] = [
    form(clock),
    form({ weekday: 'short', ...clock }),
    form({ day: 'numeric', month: 'short', year: '2-digit' })
  ]
  return (at) => {
    const instant = Date.parse(at)
    const day = dayOf(instant, timeZone)
    if (day < near || day > far) return year.format(instant)
    return withRepeatedName((day === today ? time : week).format(instant), instant, timeZone)
  }
}
