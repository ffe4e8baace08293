import type { FareLine } from '@contract/routes'
import type { Tables } from '@/types/database'

export type { FareLine }

/** The lives a booking goes through, in order; CANCELLED is the way out. */
export const STATUSES = [
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE',
  'CANCELLED'
] as const

export type BookingStatus = (typeof STATUSES)[number]

/** One ride or parcel as its parties may read it. */
export type Booking = Omit<Tables<'bookings'>, 'status'> & { status: BookingStatus }

/** Who looks at the trip. Admins and fleet admins look on, they do not ride. */
export type Party = 'rider' | 'driver' | 'staff'

/** Where a driver was, and when (`at`: milliseconds since the epoch). */
export interface LivePosition {
  lat: number
  lng: number
  heading: number | null
  at: number
}

/** A driver's position tells where the car is only while the car is part of the trip. */
export function isOnTheRoad(status: BookingStatus): boolean {
  return status === 'ACCEPTED' || status === 'ARRIVED' || status === 'STARTED'
}

/** Nothing happens to the trip any more. */
export function isOver(status: BookingStatus): boolean {
  return status === 'COMPLETE' || status === 'CANCELLED'
}

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

/** What the driver collects in cash: the fare, less what has been paid otherwise. */
export function cashDue(booking: Pick<Booking, 'cash_payment_amount' | 'trip_cost'>): number {
  return booking.cash_payment_amount > 0 ? booking.cash_payment_amount : booking.trip_cost
}

/** Reads fare lines out of their JSON column; anything that is not a line is left out. */
export function fareLines(value: unknown): FareLine[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (line): line is FareLine =>
      typeof line === 'object' && line !== null && typeof line.key === 'string' && typeof line.amount === 'number'
  )
}
