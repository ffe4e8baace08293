import type { Database } from '@/types/database'

export type BookingStatus = Database['public']['Enums']['booking_status']

/**
 * Two facts about each status. `isActive`: the booking is not finished. `isOnTheRoad`: a car is assigned and has not reached
 * the drop-off. The statuses are in the order in which a booking passes them, with CANCELLED at the end.
 */
const stages: Record<BookingStatus, { isActive: boolean; isOnTheRoad: boolean }> = {
  PAYMENT_PENDING: { isActive: true, isOnTheRoad: false },
  NEW: { isActive: true, isOnTheRoad: false },
  ACCEPTED: { isActive: true, isOnTheRoad: true },
  ARRIVED: { isActive: true, isOnTheRoad: true },
  STARTED: { isActive: true, isOnTheRoad: true },
  REACHED: { isActive: true, isOnTheRoad: false },
  PENDING: { isActive: true, isOnTheRoad: false },
  PAID: { isActive: true, isOnTheRoad: false },
  COMPLETE: { isActive: false, isOnTheRoad: false },
  CANCELLED: { isActive: false, isOnTheRoad: false }
}

/** All statuses in the order in which a booking passes them; CANCELLED is an early end. */
export const STATUSES = Object.keys(stages) as BookingStatus[]

/** Statuses of bookings that are not finished. */
export const ACTIVE_STATUSES = STATUSES.filter((status) => stages[status].isActive)

/** Statuses of finished bookings. */
export const PAST_STATUSES = STATUSES.filter((status) => !stages[status].isActive)

/** Whether a booking is finished and no longer changes. */
export const isOver = (status: BookingStatus): boolean => !stages[status].isActive

/** Whether a car is assigned and has not reached the drop-off: only then is the driver's position shown as the trip's car. */
export const isOnTheRoad = (status: BookingStatus): boolean => stages[status].isOnTheRoad
