import { keepOwn, readOwn } from '@/lib/own-storage'
import { figure, flag, listOf, oneOf, orNull, shaped, text } from '@/lib/shape'
import type { DriverFacts } from './car-words'
import { type BookingStatus, isOver, STATUSES } from './status'

/**
 * A rider's trip as it was known last, to be read without a network. It holds no amount: a price that may have changed
 * is worse than none. It holds no picture and no telephone number either.
 */
export interface KeptTrip {
  id: string
  reference: string
  status: BookingStatus
  category: string
  /** Booked for a time the search had not begun for. */
  isScheduled: boolean
  tripAt: string
  pickup: string
  stops: readonly string[]
  drop: string
  driver: Omit<DriverFacts, 'driver_image' | 'driver_rating'> | null
  /** The digits to tell the driver, while they are wanted. */
  code: string | null
  /** When the server said so, ms. */
  at: number
  /** The time zone that the operator's times are read in. */
  zone: string
}

const STORED = 'trip'

/** After this the device forgets a trip, from when it was or would have been (ms). */
const LASTS_MS = 2 * 24 * 60 * 60_000

const isKept = shaped<KeptTrip>({
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
    shaped<NonNullable<KeptTrip['driver']>>({
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
export function readKeptTrip(now = Date.now()): KeptTrip | null {
  const kept = readOwn(STORED)
  if (!isKept(kept)) return null
  return now - Math.max(kept.at, Date.parse(kept.tripAt) || 0) < LASTS_MS ? kept : null
}

/** Keeps a trip; one that is over does not take the place of another that goes on. */
export function keepTrip(trip: KeptTrip, userId: string): void {
  const before = readKeptTrip()
  if (before && before.id !== trip.id && !isOver(before.status) && isOver(trip.status)) return
  keepOwn(STORED, userId, trip)
}
