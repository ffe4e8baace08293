import type { LatLng } from '@/lib/geo'
import type { Tables } from '@/types/database'

/** A ride or parcel as its parties may read it. */
export type Booking = Tables<'bookings'>

type Ends = Pick<Booking, 'pickup_lat' | 'pickup_lng' | 'drop_lat' | 'drop_lng'>

/** The destination. A street trip has no drop before its end: until then it is where it began. */
export const dropOf = ({ pickup_lat, pickup_lng, drop_lat, drop_lng }: Ends): LatLng =>
  drop_lat === null || drop_lng === null ? { lat: pickup_lat, lng: pickup_lng } : { lat: drop_lat, lng: drop_lng }

/** The same as staff read it, with why it needs attention. */
export type DeskBooking = Booking & { attention?: readonly string[] | null }

/** The open amount by wallet or card, which pay to the cent. */
export function openAmount({
  payable_amount,
  cash_rounding
}: Pick<Booking, 'payable_amount' | 'cash_rounding'>): number {
  return payable_amount - cash_rounding
}

/** The parties of a trip. Staff use the portal. */
export type Party = 'rider' | 'driver'

/** The party of a person who may read the booking. */
export const partyOf = ({ driver_id }: Pick<Booking, 'driver_id'>, personId: string): Party =>
  driver_id === personId ? 'driver' : 'rider'

/** The payment method: the chosen one, and at the end the used one. */
export const paymentModeOf = ({ payment_mode }: Pick<Booking, 'payment_mode'>): 'cash' | 'wallet' | 'card' =>
  payment_mode === 'wallet' || payment_mode === 'card' ? payment_mode : 'cash'

/** The destination if known; null for a street trip, which ends where its passenger says. */
export const knownDrop = ({ drop_lat, drop_lng }: Pick<Booking, 'drop_lat' | 'drop_lng'>): LatLng | null =>
  drop_lat === null || drop_lng === null ? null : { lat: drop_lat, lng: drop_lng }
