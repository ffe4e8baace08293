import { dateFormat } from '../format/format'

/** A first and a last day as ISO dates. Both belong to the period. */
export interface Period {
  from: string
  to: string
}

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

const partsOf = (day: string): [year: number, month: number, day: number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month - 1, date]
}

/** Returns the day that is this many days after another. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = partsOf(day)
  return iso(year, month, date + days)
}

/**
 * Returns the first and the last day of the month that contains a day, or of the month `away` months later (negative: earlier).
 */
export function monthOf(day: string, away = 0): Period {
  const [year, month] = partsOf(day)
  return { from: iso(year, month + away, 1), to: iso(year, month + away + 1, 0) }
}

/**
 * Returns a day as people write it ("22 Nov 2026"), or only the parts that the options name. It always uses the Gregorian
 * calendar, even if the locale has another one, because the product counts days by it.
 */
export const writtenDay = (
  day: string,
  locale: string,
  parts: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }
): string => dateFormat(locale, { ...parts, calendar: 'gregory', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
