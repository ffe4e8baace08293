import useSWR from 'swr'
import useSWRInfinite from 'swr/infinite'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { afterCursor, BOOKING_COLUMNS, type BookingRow, type Cursor, nextCursor, type Owner } from './list'
import { asOthersSee } from './model'
import { ACTIVE_STATUSES, PAST_STATUSES } from './status'

/** Maximum number of unfinished bookings to read: more than a person has. */
const ACTIVE_LIMIT = 50

/** Number of rows on a page. */
const PAGE_SIZE = 20

/** Cache keys of the lists. */
export const listKeys = {
  active: (owner: Owner) => ['bookings-active', owner.column, owner.id] as const,
  past: (owner: Owner, cursor: Cursor | null) => ['bookings-past', owner.column, owner.id, cursor] as const
}

/** Bookings that are not finished, newest first. */
async function getActiveBookings({ column, id }: Owner): Promise<BookingRow[]> {
  const query = supabase.from('bookings').select(BOOKING_COLUMNS).eq(column, id).in('status', ACTIVE_STATUSES)
  const rows = await unwrap(
    query.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(ACTIVE_LIMIT)
  )
  return column === 'driver_id' ? rows : rows.map(asOthersSee)
}

/** The person's unfinished bookings, requested every `refreshInterval` ms (0: only after broadcasts). */
export function useActiveBookings(owner: Owner, refreshInterval: number) {
  return useSWR(listKeys.active(owner), () => getActiveBookings(owner), { refreshInterval })
}

/** One page of finished bookings, newest first, beginning after `cursor`. */
async function getPastBookings({ column, id }: Owner, cursor: Cursor | null): Promise<BookingRow[]> {
  let query = supabase.from('bookings').select(BOOKING_COLUMNS).eq(column, id).in('status', PAST_STATUSES)
  // The condition on `created_at` repeats a part of the `or` filter, because the database cannot use its index for an `or`
  // alone.
  if (cursor) query = query.lte('created_at', cursor.createdAt).or(afterCursor(cursor))
  return await unwrap(
    query.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(PAGE_SIZE)
  )
}

/**
 * Reads a list page by page; each page begins after the last row of the page before. `hasMore` is true while the last page was
 * full.
 */
function usePages<Key extends readonly unknown[]>(
  keyOf: (cursor: Cursor | null) => Key,
  fetchPage: (cursor: Cursor | null) => Promise<BookingRow[]>
) {
  const swr = useSWRInfinite(
    (index: number, previous: BookingRow[] | null) => {
      const cursor = index === 0 ? null : nextCursor(previous ?? [], PAGE_SIZE)
      return index > 0 && !cursor ? null : keyOf(cursor)
    },
    (key: Key) => fetchPage(key.at(-1) as Cursor | null)
  )
  const pages = swr.data ?? []
  return {
    ...swr,
    rows: pages.flat(),
    hasMore: nextCursor(pages.at(-1) ?? [], PAGE_SIZE) !== null,
    isLoadingMore: swr.isValidating && pages.length < swr.size,
    /** Reads the next page, or tries again if it could not be read. */
    loadMore: () => void swr.setSize(pages.length + 1)
  }
}

/** The owner's finished bookings, newest first, page by page. */
export function usePastBookings(owner: Owner) {
  return usePages(
    (cursor) => listKeys.past(owner, cursor),
    (cursor) => getPastBookings(owner, cursor)
  )
}
