import { addDays, monthOf } from './days'

/** The first day of the week in a locale, 1 for Monday to 7 for Sunday. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  // Older browsers have it as a property, the oldest lack it.
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/** Monday is 1, Sunday 7. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The first day of the week that contains a day, by the locale's convention. */
export const weekStart = (day: string, locale: string): string =>
  addDays(day, -((weekdayOf(day) - firstWeekday(locale) + 7) % 7))

/** The six weeks around a month; always six, so that a calendar keeps its height. */
export function weeksAround(month: string, locale: string): string[][] {
  const first = weekStart(monthOf(month).from, locale)
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day)))
}

/** The same day that many months away; the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const { from, to } = monthOf(day, months)
  const same = from.slice(0, 8) + day.slice(8)
  return same > to ? to : same
}
