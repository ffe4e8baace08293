import { writtenDay } from '@/lib/time/days'

/** The ledger account that each figure of the reports is compared with. */
export const ACCOUNTS = {
  convenience_fee: 'revenue.convenience',
  cancellation_fee: 'revenue.cancellation',
  discount_amount: 'expense.promotions',
  driver_share: 'wallet.driver'
} as const

/** Writes the months of a date filter as text, such as "October 2026 – November 2026"; null if there is no filter. */
export function monthsText(days: readonly string[] | undefined, locale: string): string | null {
  const [from, to] = (days ?? []).map((day) => day && monthName(`${day.slice(0, 7)}-01`, locale))
  if (!from && !to) return null
  return from === to ? (from ?? null) : `${from || '…'} – ${to || '…'}`
}

/** Writes a period as its first and last day. */
export const monthDays = ({ from, to }: { from: string; to: string }, locale: string): string =>
  `${writtenDay(from, locale)} – ${writtenDay(to, locale)}`

/** Reads a month of the URL ("2026-11") as its first day; null if invalid. */
export const readMonth = (text: string | null): string | null =>
  text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null

export const writeMonth = (month: string): string => month.slice(0, 7)

/** Writes a month as "November 2026" in the reader's language. */
export const monthName = (month: string, locale: string): string =>
  writtenDay(month, locale, { month: 'long', year: 'numeric' })

/** Writes a month for a chart's axis: "Nov", or with the year in January: "Jan 26". */
export const shortMonth = (month: string, locale: string): string =>
  writtenDay(month, locale, { month: 'short', ...(month.slice(5, 7) === '01' && { year: '2-digit' }) })
