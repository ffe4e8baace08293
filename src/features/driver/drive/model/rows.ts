import type { Tables } from '@/types/database'

/** A trip that the driver has accepted and not finished. */
export type CurrentTrip = Pick<
  Tables<'bookings'>,
  | 'id'
  | 'reference'
  | 'status'
  | 'customer_name'
  | 'guest_name'
  | 'pickup_address'
  | 'drop_address'
  | 'book_later'
  | 'trip_at'
  | 'engaged_at'
  | 'accepted_at'
  | 'pickup_lat'
  | 'pickup_lng'
  | 'drop_lat'
  | 'drop_lng'
>

export type Driver = Tables<'drivers'>
