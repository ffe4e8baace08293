import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database, Page } from '@/types/database'
import type { Booking } from './model'

/** A booking in the list for staff. Its `booking_finances` are null if the caller may not read earnings. */
export interface StaffBooking extends ListedBooking {
  booking_finances: { convenience_fees: number; driver_share: number } | null
  /** Why the booking needs attention; only requested in the list of bookings that need attention. */
  attention?: readonly string[] | null
  /** Whole numbers, the recipient and notes, for files; only for those who may edit people. */
  contacts?: Partial<StaffContacts> | null
}

/** What the files of staff say about reaching the people of a booking. */
interface StaffContacts {
  customer_contact: string | null
  guest_phone: string | null
  delivery_person: string | null
  delivery_person_phone: string | null
  pick_up_instructions: string | null
  delivery_instructions: string | null
}

/** The columns of {@link StaffBooking}, for the request. */
const COLUMNS = [
  'id',
  'reference',
  'status',
  'category',
  'created_at',
  'book_later',
  'trip_at',
  'engaged_at',
  'arrival_confirmed_at',
  'customer_id',
  'customer_name',
  'customer_contact',
  'guest_name',
  'pickup_address',
  'pickup_lat',
  'pickup_lng',
  'drop_address',
  'drop_lat',
  'drop_lng',
  'waypoints',
  'car_type',
  'driver_id',
  'driver_name',
  'vehicle_number',
  'payment_mode',
  'prepaid',
  'estimate',
  'distance',
  'total_trip_time',
  'promo_code',
  'total_amount',
  'price_parts',
  'customer_paid',
  'tip_amount',
  'cancelled_by',
  'reason',
  'accepted_at',
  'started_at',
  'reached_at'
] as const satisfies readonly (keyof Booking)[]

type ListedBooking = Pick<Booking, (typeof COLUMNS)[number]>

type Filter = Database['public']['Functions']['list_bookings']['Args']

/**
 * Lists bookings for staff: all for admins, those of their fleet for a fleet admin. The database logs the reader and the number
 * of bookings.
 *
 * @param columns the columns to request; the rows lack all others
 */
export async function listStaffBookings(
  filter: Filter,
  signal: AbortSignal,
  columns: readonly string[] = [...COLUMNS, 'booking_finances']
): Promise<Page<StaffBooking>> {
  const wanted = filter.needs_attention ? [...columns, 'attention'] : [...columns]
  return (await unwrap(
    supabase.rpc('list_bookings', { ...filter, columns: wanted }).abortSignal(signal)
  )) as unknown as Page<StaffBooking>
}

/**
 * Reads one booking in the same form as {@link listStaffBookings}; null if the caller may not see it.
 *
 * @param needsAttention true also returns null for a booking that no longer needs attention
 */
export async function getStaffBooking(
  id: string,
  signal: AbortSignal,
  needsAttention?: true
): Promise<StaffBooking | null> {
  const { rows } = await listStaffBookings({ booking_id: id, needs_attention: needsAttention ?? null }, signal)
  return rows[0] ?? null
}
