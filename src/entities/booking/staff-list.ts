import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Database } from '@/types/database'
import type { Booking } from './model'

/** A booking in a list of the staff's; what is earned by it only where the caller may read that. */
export interface StaffBooking extends ListedBooking {
  booking_finances: { convenience_fees: number; driver_share: number } | null
  /** Why it needs attention; asked for where only such bookings are. */
  attention?: readonly string[] | null
}

type ListedBooking = Pick<
  Booking,
  | 'id'
  | 'reference'
  | 'status'
  | 'category'
  | 'created_at'
  | 'book_later'
  | 'trip_at'
  | 'engaged_at'
  | 'customer_id'
  | 'customer_name'
  | 'customer_contact'
  | 'guest_name'
  | 'pickup_address'
  | 'pickup_lat'
  | 'pickup_lng'
  | 'drop_address'
  | 'drop_lat'
  | 'drop_lng'
  | 'car_type'
  | 'driver_id'
  | 'driver_name'
  | 'vehicle_number'
  | 'payment_mode'
  | 'prepaid'
  | 'estimate'
  | 'distance'
  | 'total_trip_time'
  | 'trip_cost'
  | 'discount_amount'
  | 'promo_code'
  | 'payable_amount'
  | 'customer_paid'
  | 'tip_amount'
  | 'tax_amount'
  | 'cancellation_fee'
  | 'cancelled_by'
  | 'reason'
  | 'accepted_at'
  | 'started_at'
  | 'reached_at'
>

/** Columns of {@link StaffBooking}, as the request names them. */
const COLUMNS =
  'id,reference,status,category,created_at,book_later,trip_at,engaged_at,customer_id,customer_name,customer_contact,guest_name,pickup_address,pickup_lat,pickup_lng,drop_address,drop_lat,drop_lng,car_type,driver_id,driver_name,vehicle_number,payment_mode,prepaid,estimate,distance,total_trip_time,trip_cost,discount_amount,promo_code,payable_amount,customer_paid,tip_amount,tax_amount,cancellation_fee,cancelled_by,reason,accepted_at,started_at,reached_at,booking_finances(convenience_fees,driver_share)'

type Filter = Database['public']['Functions']['list_bookings']['Args']

/**
 * Bookings as staff lists them: all for admins, the fleet's for its admin; the database logs who read how many.
 *
 * @param columns as the request names them; the others are missing in the rows
 */
export async function listStaffBookings(
  filter: Filter,
  signal: AbortSignal,
  columns: string = COLUMNS
): Promise<StaffBooking[]> {
  // The types know relations of tables only; the database finds those of a function's rows, too.
  return await unwrap(
    supabase
      .rpc('list_bookings', filter)
      .select(filter.needs_attention ? `${columns},attention` : columns)
      .abortSignal(signal)
      .overrideTypes<StaffBooking[], { merge: false }>()
  )
}

/**
 * One of them as it is now; null where the caller does not see it.
 *
 * @param needsAttention null also where it does not need attention any more
 */
export async function getStaffBooking(
  id: string,
  signal: AbortSignal,
  needsAttention?: true
): Promise<StaffBooking | null> {
  const [row] = await listStaffBookings({ booking_id: id, needs_attention: needsAttention ?? null }, signal)
  return row ?? null
}
