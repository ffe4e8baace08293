import type { Database } from '@/types/database'
import { AWAITING_PICKUP, ON_THE_ROAD, PAID, UPCOMING } from '@/types/statuses'

export type BookingStatus = Database['public']['Enums']['booking_status']

/** Each status: whether a booking is not finished. In the order in which a booking passes them, with CANCELLED at the end. */
const isActive: Record<BookingStatus, boolean> = {
  PAYMENT_PENDING: true,
  NEW: true,
  ACCEPTED: true,
  ARRIVED: true,
  STARTED: true,
  REACHED: true,
  PENDING: true,
  PAID: true,
  COMPLETE: false,
  CANCELLED: false
}

/** All statuses in the order in which a booking passes them; CANCELLED is an early end. */
export const STATUSES = Object.keys(isActive) as BookingStatus[]

/** Statuses of bookings that are not finished. */
export const ACTIVE_STATUSES = STATUSES.filter((status) => isActive[status])

/** Statuses of finished bookings. */
export const PAST_STATUSES = STATUSES.filter((status) => !isActive[status])

/** Whether a booking is finished and no longer changes. */
export const isOver = (status: BookingStatus): boolean => !isActive[status]

/** Whether a car is assigned and has not reached the drop-off: only then is the driver's position shown as the trip's car. */
export const isOnTheRoad = (status: BookingStatus): boolean => ON_THE_ROAD.includes(status)

/** Whether a driver has accepted and the rider is not aboard. */
export const isAwaitingPickup = (status: BookingStatus): boolean => AWAITING_PICKUP.includes(status)

/** Whether a booking is confirmed and no car is at its pickup. */
export const isUpcoming = (status: BookingStatus): boolean => UPCOMING.includes(status)

/** Whether the fare is paid. */
export const isPaid = (status: BookingStatus): boolean => PAID.includes(status)
