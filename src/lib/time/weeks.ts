import { addDays, monthOf } from './days'

/** Returns the number of the day with which weeks begin in a locale: 1 for Monday to 7 for Sunday. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  // Newer browsers have a method, older ones a property. The oldest have neither; then Monday is used.
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/** Returns the number of a day's weekday: 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Returns the first day of the week that contains a day, by the locale's convention. */
export const weekStart = (day: string, locale: string): string =>
  addDays(day, -((weekdayOf(day) - firstWeekday(locale) + 7) % 7))

/** Returns six weeks of days that contain a month. There are always six, so that a calendar keeps its height. */
export function weeksAround(month: string, locale: string): string[][] {
  const first = weekStart(monthOf(month).from, locale)
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day)))
}

/** Returns the same day of the month this many months later, or the last day of a month that is shorter. */
export function addMonths(day: string, months: number): string {
  const { from, to } = monthOf(day, months)
  const same = from.slice(0, 8) + day.slice(8)
  return same > to ? to : same
}
