import type { Database } from '@/types/database'

export type BookingStatus = Database['public']['Enums']['booking_status']

/** Whether the booking is open, and whether a car is assigned to the trip, in order of a booking's life. */
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

/** Every status in order of a booking's life; CANCELLED is an early end. */
export const STATUSES = Object.keys(stages) as BookingStatus[]

/** Open statuses. */
export const ACTIVE_STATUSES = STATUSES.filter((status) => stages[status].isActive)

/** Final statuses. */
export const PAST_STATUSES = STATUSES.filter((status) => !stages[status].isActive)

/** The trip no longer changes. */
export const isOver = (status: BookingStatus): boolean => !stages[status].isActive

/** A driver's position is shown as the trip's car only while the car is assigned to the trip. */
export const isOnTheRoad = (status: BookingStatus): boolean => stages[status].isOnTheRoad
