import type { Tables } from '@/types/database'

/** A row of the bookings list. */
export type BookingRow = Pick<
  Tables<'bookings'>,
  | 'id'
  | 'reference'
  | 'status'
  | 'category'
  | 'created_at'
  | 'book_later'
  | 'trip_at'
  | 'engaged_at'
  | 'pickup_address'
  | 'drop_address'
  | 'car_type'
  | 'car_image'
  | 'customer_name'
  | 'driver_name'
  | 'estimate'
  | 'trip_cost'
  | 'cancellation_fee'
>

/** Columns of {@link BookingRow} in the request. */
export const BOOKING_COLUMNS =
  'id,reference,status,category,created_at,book_later,trip_at,engaged_at,pickup_address,drop_address,car_type,car_image,customer_name,driver_name,estimate,trip_cost,cancellation_fee'

/** The owner of the list: the indexed column of the query's filter. */
export interface Owner {
  column: 'customer_id' | 'driver_id'
  id: string
}

/** The column by which a rider's or a driver's bookings are found. */
export function ownerOf(role: 'rider' | 'driver', userId: string): Owner {
  return { column: role === 'driver' ? 'driver_id' : 'customer_id', id: userId }
}

/** The end of a page of past bookings, where the next begins. */
export interface Cursor {
  createdAt: string
  id: string
}

/** The cursor after a page; null if the page was not full, so it is the last. */
export function nextCursor(page: readonly Pick<BookingRow, 'created_at' | 'id'>[], size: number): Cursor | null {
  const last = page.at(-1)
  return last && page.length >= size ? { createdAt: last.created_at, id: last.id } : null
}

/** The PostgREST filter for rows after a cursor, newest first. */
export function afterCursor({ createdAt, id }: Cursor): string {
  return `created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`
}

/** Booked for later, before its search. */
export function isAhead(row: Pick<BookingRow, 'status' | 'book_later' | 'engaged_at'>): boolean {
  return row.book_later && row.engaged_at === null && (row.status === 'NEW' || row.status === 'ACCEPTED')
}

/** A trip's price as far as known: the computed fare, before it the quote; for a cancelled trip the fee. */
export function shownFare(
  row: Pick<BookingRow, 'status' | 'trip_cost' | 'estimate' | 'cancellation_fee'>
): number | null {
  if (row.status === 'CANCELLED') return row.cancellation_fee ? row.cancellation_fee : null
  return row.trip_cost ?? row.estimate
}
