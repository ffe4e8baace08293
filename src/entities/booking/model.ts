import type { LatLng } from '@/lib/geo/geo'
import type { Tables } from '@/types/database'

/** A ride or parcel, with the columns that its rider and driver may read. */
export type Booking = Tables<'bookings'>

type Ends = Pick<Booking, 'pickup_lat' | 'pickup_lng' | 'drop_lat' | 'drop_lng'>

/**
 * The destination of a trip. A street trip (the passenger got in without booking) has no destination until it ends: until then
 * this is the place where it began.
 */
export const dropOf = ({ pickup_lat, pickup_lng, drop_lat, drop_lng }: Ends): LatLng =>
  drop_lat === null || drop_lng === null ? { lat: pickup_lat, lng: pickup_lng } : { lat: drop_lat, lng: drop_lng }

/** A booking as staff read it, with the reasons why it needs attention. */
export type DeskBooking = Booking & { attention?: readonly string[] | null }

/** The amount still to pay by wallet or card, which is not rounded like an amount in cash. */
export function openAmount({
  payable_amount,
  cash_rounding
}: Pick<Booking, 'payable_amount' | 'cash_rounding'>): number {
  return payable_amount - cash_rounding
}

/** The two parties of a trip. Staff are neither: they see trips in the portal. */
export type Party = 'rider' | 'driver'

type Seen = Pick<Booking, 'status' | 'arrival_confirmed_at'>

/**
 * Whether the car is still on its way to the pickup. A driver can report the arrival from anywhere; it counts once a position
 * has shown the car near the pickup.
 */
export const isApproaching = ({ status, arrival_confirmed_at }: Seen): boolean =>
  status === 'ACCEPTED' || (status === 'ARRIVED' && arrival_confirmed_at === null)

/** A booking as everybody but its driver sees it: accepted until the car was really at the pickup. */
export const asOthersSee = <Row extends Seen>(row: Row): Row =>
  row.status === 'ARRIVED' && isApproaching(row) ? { ...row, status: 'ACCEPTED' } : row

/** Which party of a booking a person is. */
export const partyOf = ({ driver_id }: Pick<Booking, 'driver_id'>, personId: string): Party =>
  driver_id === personId ? 'driver' : 'rider'

/** The chosen payment method, or after payment the method that was used. */
export const paymentModeOf = ({ payment_mode }: Pick<Booking, 'payment_mode'>): 'cash' | 'wallet' | 'card' =>
  payment_mode === 'wallet' || payment_mode === 'card' ? payment_mode : 'cash'

/** The destination; null for a street trip that has not ended (its passenger tells the driver on the way where to go). */
export const knownDrop = ({ drop_lat, drop_lng }: Pick<Booking, 'drop_lat' | 'drop_lng'>): LatLng | null =>
  drop_lat === null || drop_lng === null ? null : { lat: drop_lat, lng: drop_lng }
