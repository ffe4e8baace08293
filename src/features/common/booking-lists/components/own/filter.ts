import type { BookingFilter } from '@/entities/booking'

/** Whose list it is: riders and drivers see a trip differently. */
export type ListKind = 'rider' | 'driver'

export const SHOWN = ['all', 'open', 'done', 'cancelled'] as const
export const SINCE = ['always', 'month', 'quarter', 'year'] as const
export const ORDERS = ['newest', 'oldest', 'dearest'] as const

/** The filter of a person's own bookings, kept in the page's URL. */
export interface OwnFilter {
  text: string
  shown: (typeof SHOWN)[number]
  since: (typeof SINCE)[number]
  order: (typeof ORDERS)[number]
}

const one = <T extends string>(value: string | null, list: readonly [T, ...T[]]): T =>
  list.find((known) => known === value) ?? list[0]

export const readFilter = (params: URLSearchParams): OwnFilter => ({
  text: params.get('q') ?? '',
  shown: one(params.get('show'), SHOWN),
  since: one(params.get('since'), SINCE),
  order: one(params.get('sort'), ORDERS)
})

/** Returns whether the list is filtered or sorted. If not, it is shown in sections. */
export const isFiltered = ({ text, shown, since, order }: OwnFilter): boolean =>
  text.trim() !== '' || shown !== 'all' || since !== 'always' || order !== 'newest'

const DAYS = { month: 30, quarter: 90, year: 365 }

/**
 * Returns the filter in the form that the request for a person's own bookings needs.
 *
 * @param now current time (ms)
 */
export function filterOf({ text, shown, since, order }: OwnFilter, now: number): BookingFilter {
  return {
    text: text.trim(),
    shown,
    // Rounded to the day, so that the SWR key stays the same while the list is open.
    since: since === 'always' ? null : new Date(now - DAYS[since] * 86_400_000).toISOString().slice(0, 10),
    order
  }
}
