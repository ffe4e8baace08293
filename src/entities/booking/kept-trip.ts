import { keepOwn, readOwn } from '@/lib/own-storage'
import { figure, flag, listOf, oneOf, orNull, shaped, text } from '@/lib/shape'
import type { DriverFacts } from './car-words'
import { type BookingStatus, isOver, STATUSES } from './status'

/**
 * A rider's last known trip, for reading offline. It has no amount, because a price that may have changed is worse than none, and
 * no picture or telephone number.
 */
export interface StoredTrip {
  id: string
  reference: string
  status: BookingStatus
  category: string
  /** Booked for later, before its search had begun. */
  isScheduled: boolean
  tripAt: string
  pickup: string
  stops: readonly string[]
  drop: string
  driver: Omit<DriverFacts, 'driver_image' | 'driver_rating'> | null
  /** The start code for the driver, while needed. */
  code: string | null
  /** Time of the server's response, ms. */
  at: number
  /** The operator's time zone for times. */
  zone: string
}

const STORED = 'trip'

/** The device deletes a trip this long after its time (ms). */
const LASTS_MS = 2 * 24 * 60 * 60_000

const isStoredTrip = shaped<StoredTrip>({
  id: text,
  reference: text,
  status: oneOf(...STATUSES),
  category: text,
  isScheduled: flag,
  tripAt: text,
  pickup: text,
  stops: listOf(text),
  drop: text,
  driver: orNull(
    shaped<NonNullable<StoredTrip['driver']>>({
      driver_name: orNull(text),
      vehicle_make: orNull(text),
      vehicle_model: orNull(text),
      vehicle_color: orNull(text),
      vehicle_number: orNull(text)
    })
  ),
  code: orNull(text),
  at: figure,
  zone: text
})

/** The stored trip of the signed-in user; null without one. */
export function readStoredTrip(now = Date.now()): StoredTrip | null {
  const kept = readOwn(STORED)
  if (!isStoredTrip(kept)) return null
  return now - Math.max(kept.at, Date.parse(kept.tripAt) || 0) < LASTS_MS ? kept : null
}

/** Stores a trip; a finished one does not replace an active one. */
export function keepTrip(trip: StoredTrip, userId: string): void {
  const before = readStoredTrip()
  if (before && before.id !== trip.id && !isOver(before.status) && isOver(trip.status)) return
  keepOwn(STORED, userId, trip)
}
