import { addDays, monthOf } from './days'

/** The first day of the week in a locale, 1 for Monday to 7 for Sunday. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  // Newer browsers have a method, older ones a property, the oldest neither: then Monday.
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/** The number of a day's weekday: Monday is 1, Sunday 7. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The first day of the week that contains a day, by the locale's convention. */
export const weekStart = (day: string, locale: string): string =>
  addDays(day, -((weekdayOf(day) - firstWeekday(locale) + 7) % 7))

/** Six weeks of days that contain a month. There are always six, so that a calendar keeps its height. */
export function weeksAround(month: string, locale: string): string[][] {
  const first = weekStart(monthOf(month).from, locale)
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day)))
}

/** The same day of the month, this many months later; in a shorter month its last day. */
export function addMonths(day: string, months: number): string {
  const { from, to } = monthOf(day, months)
  const same = from.slice(0, 8) + day.slice(8)
  return same > to ? to : same
}
