import useSWR from 'swr'
import useSWRInfinite from 'swr/infinite'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import { afterCursor, BOOKING_COLUMNS, type BookingRow, type Cursor, nextCursor, type Owner } from './list'
import { ACTIVE_STATUSES, PAST_STATUSES } from './status'

/** Rows of one page. */
export const PAGE_SIZE = 20

/** One page of finished bookings, newest first, after `cursor`. */
export async function getPastBookings({ column, id }: Owner, cursor: Cursor | null): Promise<BookingRow[]> {
  let query = supabase.from('bookings').select(BOOKING_COLUMNS).in('status', PAST_STATUSES)
  if (column) query = query.eq(column, id)
  // The bound is for the index, which an "or" alone would not enter in the middle.
  if (cursor) query = query.lte('created_at', cursor.createdAt).or(afterCursor(cursor))
  return await unwrap(
    query.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(PAGE_SIZE)
  )
}

/** Finished bookings by keyset pages; `hasMore` while the last page was full. */
export function usePastBookings(owner: Owner) {
  const swr = useSWRInfinite(
    (index: number, previous: BookingRow[] | null) => {
      const cursor = index === 0 ? null : nextCursor(previous ?? [], PAGE_SIZE)
      return index > 0 && !cursor ? null : (['bookings-past', owner.column, owner.id, cursor] as const)
    },
    ([, , , cursor]) => getPastBookings(owner, cursor)
  )
  const pages = swr.data ?? []
  return {
    ...swr,
    rows: pages.flat(),
    hasMore: nextCursor(pages.at(-1) ?? [], PAGE_SIZE) !== null,
    isLoadingMore: swr.isValidating && pages.length < swr.size
  }
}

/** More open bookings than one person has; the desk's list pages instead. */
const LIMIT = 50

/** Bookings in which something is still to happen, newest first. */
export async function getActiveBookings({ column, id }: Owner): Promise<BookingRow[]> {
  const query = supabase.from('bookings').select(BOOKING_COLUMNS).in('status', ACTIVE_STATUSES)
  const owned = column ? query.eq(column, id) : query
  return await unwrap(owned.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(LIMIT))
}

/** The open bookings, asked for each `refreshInterval` ms (0: when told). */
export function useActiveBookings(owner: Owner, refreshInterval: number) {
  return useSWR(['bookings-active', owner.column, owner.id], () => getActiveBookings(owner), { refreshInterval })
}
