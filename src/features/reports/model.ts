/** The first day of the month `count` months before: "2026-01-01", 1 -> "2025-12-01". */
export function monthsBefore(month: string, count: number): string {
  const date = new Date(`${month}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - count)
  return date.toISOString().slice(0, 10)
}

/** The last day of the month that begins on `month`. */
export function lastDay(month: string): string {
  const date = new Date(`${monthsBefore(month, -1)}T00:00:00Z`)
  date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}

/** The month of now in a time zone, as its first day. */
export function monthOf(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).formatToParts(now)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year').padStart(4, '0')}-${of('month')}-01`
}

/** A month as an address names it ("2026-11") as its first day; null for nonsense. */
export const readMonth = (text: string | null): string | null =>
  text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null

export const writeMonth = (month: string): string => month.slice(0, 7)

/** "November 2026" in the reader's language. */
export const monthName = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}T00:00:00Z`)
  )

/** "Nov" or "Nov 26": short enough for an axis. */
export const shortMonth = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    month: 'short',
    ...(month.slice(5, 7) === '01' && { year: '2-digit' }),
    timeZone: 'UTC'
  }).format(new Date(`${month}T00:00:00Z`))
