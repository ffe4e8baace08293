import type { Tables } from '@/types/database'
import { isUpcoming } from './status'

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
  | 'arrival_confirmed_at'
  | 'pickup_address'
  | 'drop_address'
  | 'car_type'
  | 'car_image'
  | 'customer_name'
  | 'driver_id'
  | 'guest_name'
  | 'driver_name'
  | 'total_amount'
>

/** The columns of {@link BookingRow}, for the request. */
export const BOOKING_COLUMNS =
  'id,reference,status,category,created_at,book_later,trip_at,engaged_at,arrival_confirmed_at,pickup_address,drop_address,car_type,car_image,customer_name,guest_name,driver_id,driver_name,total_amount'

/** Whose bookings are listed: the column to filter by, and the person's id. */
export interface Owner {
  column: 'customer_id' | 'driver_id'
  id: string
}

/** The filter for a person's bookings: by the rider's or the driver's column. */
export function ownerOf(role: 'rider' | 'driver', userId: string): Owner {
  return { column: role === 'driver' ? 'driver_id' : 'customer_id', id: userId }
}

/** Position in the list of finished bookings from which the next page is read: the last row of the page before. */
export interface Cursor {
  createdAt: string
  id: string
}

/** The cursor for the page after this one; null if this page was not full and therefore is the last. */
export function nextCursor(page: readonly Pick<BookingRow, 'created_at' | 'id'>[], size: number): Cursor | null {
  const last = page.at(-1)
  return last && page.length >= size ? { createdAt: last.created_at, id: last.id } : null
}

/** The filter (in PostgREST's notation) for rows after a cursor, newest first. */
export function afterCursor({ createdAt, id }: Cursor): string {
  return `created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`
}

/** Whether a booking is for later and does not keep a driver busy yet, even if a driver has already accepted it. */
export function isAhead(row: Pick<BookingRow, 'status' | 'book_later' | 'engaged_at'>): boolean {
  return row.book_later && row.engaged_at === null && isUpcoming(row.status)
}

/** What the rider has paid: of a cancelled trip the fee, which the wallet was charged. */
export const paidOf = ({
  status,
  customer_paid,
  total_amount
}: Pick<Tables<'bookings'>, 'status' | 'customer_paid' | 'total_amount'>): number =>
  status === 'CANCELLED' ? total_amount : customer_paid

/** What a trip costs its rider, to show in a list; null for a trip that was cancelled free of charge. */
export const shownFare = ({ status, total_amount }: Pick<BookingRow, 'status' | 'total_amount'>): number | null =>
  status === 'CANCELLED' && total_amount === 0 ? null : total_amount
