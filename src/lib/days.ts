import { dateFormat } from './format'

/** A first and a last day, both included, as ISO dates. */
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

/** The day that is this many days later than another. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = partsOf(day)
  return iso(year, month, date + days)
}

/**
 * The month that contains a day, from its first to its last day; or the month that is `away` months later (negative: earlier).
 */
export function monthOf(day: string, away = 0): Period {
  const [year, month] = partsOf(day)
  return { from: iso(year, month + away, 1), to: iso(year, month + away + 1, 0) }
}

/**
 * A day as people write it ("22 Nov 2026"), or only the parts named in the options. It is always in the Gregorian calendar,
 * because the product counts by it even where a locale uses another.
 */
export const writtenDay = (
  day: string,
  locale: string,
  parts: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }
): string => dateFormat(locale, { ...parts, calendar: 'gregory', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
