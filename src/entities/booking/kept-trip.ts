import { keepOwn, readOwn } from '@/lib/session/own-storage'
import { figure, flag, listOf, oneOf, orNull, shaped, text } from '@/lib/storage/shape'
import type { DriverFacts } from './car-words'
import { type BookingStatus, isOver, STATUSES } from './status'

/**
 * A rider's last known trip, stored on the device for reading offline. It contains no amount, because an outdated price is
 * worse than none, and no picture or phone number.
 */
export interface StoredTrip {
  id: string
  reference: string
  status: BookingStatus
  category: string
  /** True if the trip is for later and the search for a driver had not begun when the trip was stored. */
  isScheduled: boolean
  tripAt: string
  pickup: string
  stops: readonly string[]
  drop: string
  driver: Omit<DriverFacts, 'driver_image' | 'driver_rating'> | null
  /** The start code that the rider tells the driver; null if not needed. */
  code: string | null
  /** When the server sent the data (ms). */
  at: number
  /** The operator's time zone, for showing times. */
  zone: string
}

const STORED = 'trip'

/** How long a stored trip is shown after its start time, or after the server sent it if that was later (ms). */
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

/** Reads the trip that this device stores for the signed-in user; null if there is none. */
export function readStoredTrip(now = Date.now()): StoredTrip | null {
  const kept = readOwn(STORED)
  if (!isStoredTrip(kept)) return null
  return now - Math.max(kept.at, Date.parse(kept.tripAt) || 0) < LASTS_MS ? kept : null
}

/** How urgently a rider needs a trip without a network: a ride under way, then one that is still to come, then a finished one. */
const need = ({ status, isScheduled }: StoredTrip): number => (isOver(status) ? 0 : isScheduled ? 1 : 2)

/** Stores a trip. A trip that the rider needs less does not replace another one. */
export function keepTrip(trip: StoredTrip, userId: string): void {
  const before = readStoredTrip()
  if (before && before.id !== trip.id && need(before) > need(trip)) return
  keepOwn(STORED, userId, trip)
}
