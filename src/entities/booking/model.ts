import type { Tables } from '@/types/database'

/** One ride or parcel as its parties may read it. */
export type Booking = Tables<'bookings'>

/** What is left to pay by wallet or card, which pay to the cent. */
export function openAmount({
  payable_amount,
  cash_rounding
}: Pick<Booking, 'payable_amount' | 'cash_rounding'>): number {
  return payable_amount - cash_rounding
}

/** Who looks at the trip. Admins and fleet admins look on, they do not ride. */
export type Party = 'rider' | 'driver' | 'staff'

/**
 * Which party somebody is to a booking. The role in the session decides first, so that an admin who
 * once rode still sees the desk's view of other people's trips.
 *
 * @param booking who rides and who drives
 * @param viewer the signed-in person
 */
export function partyOf(
  booking: Pick<Booking, 'customer_id' | 'driver_id'>,
  viewer: { id: string; role: string | null }
): Party {
  if (booking.driver_id === viewer.id) return 'driver'
  if (booking.customer_id === viewer.id) return 'rider'
  return 'staff'
}
