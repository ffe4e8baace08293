import useSWRInfinite from 'swr/infinite'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import {
  afterCursor,
  BOOKING_COLUMNS,
  type BookingRow,
  type Cursor,
  nextCursor,
  type Owner,
  PAST_STATUSES
} from '../model'
import { listForStaff } from './list-for-staff'

/** Rows of one page. */
export const PAGE_SIZE = 20

/** One page of finished bookings, newest first, after `cursor`. */
export async function getPastBookings({ column, id }: Owner, cursor: Cursor | null): Promise<BookingRow[]> {
  if (!column) {
    const after = cursor && { before_at: cursor.createdAt, before_id: cursor.id }
    return await listForStaff({ statuses: [...PAST_STATUSES], page_size: PAGE_SIZE, ...after })
  }
  let query = supabase
    .from('bookings')
    .select(BOOKING_COLUMNS)
    .eq(column, id)
    .in('status', [...PAST_STATUSES])
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
