import useSWRInfinite from 'swr/infinite'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { PAID } from '@/types/statuses'
import { BOOKING_COLUMNS, type BookingRow, type Owner } from './list'
import { ACTIVE_STATUSES, type BookingStatus } from './status'

/** A search in the person's own bookings. */
export interface BookingFilter {
  /** Words to search for in the reference, the addresses, the stops, the names and the plate; each trip has them all. */
  text: string
  shown: 'all' | 'open' | 'done' | 'cancelled'
  /** Only trips from this day on are found; null for all. */
  since: string | null
  order: 'newest' | 'oldest' | 'dearest'
}

const PAGE_SIZE = 20

const statuses: Record<Exclude<BookingFilter['shown'], 'all'>, readonly BookingStatus[]> = {
  open: ACTIVE_STATUSES.filter((status) => status !== 'PAID'),
  done: PAID,
  cancelled: ['CANCELLED']
}

/**
 * Reads one page of the person's own bookings: `size` rows after skipping the first `from` rows. A person has few bookings, so
 * skipping rows is fast enough.
 */
export async function findBookings<Row = BookingRow>(
  { column, id }: Owner,
  { text, shown, since, order }: BookingFilter,
  from: number,
  size = PAGE_SIZE,
  columns: string = BOOKING_COLUMNS
): Promise<Row[]> {
  const all = () => supabase.from('bookings').select(columns).eq(column, id)
  const found = () => supabase.rpc('search_my_bookings', { search: text }).select(columns).eq(column, id)
  let query = text ? (found() as unknown as ReturnType<typeof all>) : all()
  if (shown !== 'all') query = query.in('status', statuses[shown])
  if (since) query = query.gte('trip_at', since)
  const ascending = order === 'oldest'
  const sorted = query.order(order === 'dearest' ? 'total_amount' : 'trip_at', { ascending }).order('id', { ascending })
  return (await unwrap<unknown>(sorted.range(from, from + size - 1))) as Row[]
}

/** The bookings that match a filter, page by page. */
export function useFoundBookings(owner: Owner, filter: BookingFilter) {
  const swr = useSWRInfinite(
    (index: number, previous: BookingRow[] | null) =>
      previous && previous.length < PAGE_SIZE
        ? null
        : (['bookings-found', owner.column, owner.id, filter, index] as const),
    ([, column, id, wanted, index]) => findBookings({ column, id }, wanted, index * PAGE_SIZE)
  )
  const pages = swr.data ?? []
  return {
    ...swr,
    rows: pages.flat(),
    hasMore: pages.at(-1)?.length === PAGE_SIZE,
    isLoadingMore: swr.isValidating && pages.length < swr.size,
    loadMore: () => void swr.setSize(pages.length + 1)
  }
}
