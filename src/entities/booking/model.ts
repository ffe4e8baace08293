import type { LatLng } from '@/lib/geo'
import type { Tables } from '@/types/database'

/** One ride or parcel as its parties may read it. */
export type Booking = Tables<'bookings'>

type Ends = Pick<Booking, 'pickup_lat' | 'pickup_lng' | 'drop_lat' | 'drop_lng'>

/** Where a booking goes. A street trip has no drop before its end: until then it is where it began. */
export const dropOf = ({ pickup_lat, pickup_lng, drop_lat, drop_lng }: Ends): LatLng =>
  drop_lat === null || drop_lng === null ? { lat: pickup_lat, lng: pickup_lng } : { lat: drop_lat, lng: drop_lng }

/** The same as staff reads it: also why it needs attention. */
export type DeskBooking = Booking & { attention?: readonly string[] | null }

/** What is left to pay by wallet or card, which pay to the cent. */
export function openAmount({
  payable_amount,
  cash_rounding
}: Pick<Booking, 'payable_amount' | 'cash_rounding'>): number {
  return payable_amount - cash_rounding
}

/** Who is on the trip. Staff looks after it in the portal. */
export type Party = 'rider' | 'driver'

/** Which party somebody is to a booking that they may read. */
export const partyOf = ({ driver_id }: Pick<Booking, 'driver_id'>, personId: string): Party =>
  driver_id === personId ? 'driver' : 'rider'

/** How a booking is paid: what was chosen for it, and at its end what paid. */
export const paymentModeOf = ({ payment_mode }: Pick<Booking, 'payment_mode'>): 'cash' | 'wallet' | 'card' =>
  payment_mode === 'wallet' || payment_mode === 'card' ? payment_mode : 'cash'

/** Where a booking goes, where that is known; null for a ride from the street, which ends where its passenger says. */
export const knownDrop = ({ drop_lat, drop_lng }: Pick<Booking, 'drop_lat' | 'drop_lng'>): LatLng | null =>
  drop_lat === null || drop_lng === null ? null : { lat: drop_lat, lng: drop_lng }
