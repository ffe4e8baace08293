import type { Database } from '@/types/database'

export type BookingStatus = Database['public']['Enums']['booking_status']

/** Whether something is still to happen, and whether the car belongs to the trip, in the order a booking lives through. */
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

/** Every status in the order a booking lives through; CANCELLED is the way out. */
export const STATUSES = Object.keys(stages) as BookingStatus[]

/** Statuses in which something is still to happen. */
export const ACTIVE_STATUSES = STATUSES.filter((status) => stages[status].isActive)

/** Statuses after which nothing happens any more. */
export const PAST_STATUSES = STATUSES.filter((status) => !stages[status].isActive)

/** Nothing happens to the trip any more. */
export const isOver = (status: BookingStatus): boolean => !stages[status].isActive

/** A driver's position tells where the car is only while the car is part of the trip. */
export const isOnTheRoad = (status: BookingStatus): boolean => stages[status].isOnTheRoad
