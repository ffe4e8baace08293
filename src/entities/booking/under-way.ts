import { RUNNING } from '@/types/statuses'
import { readStoredDriverTrips, type StoredDriverTrip } from './kept-drive'
import { readStoredTrip, type StoredTrip } from './kept-trip'
import type { BookingStatus } from './status'

/** The statuses of a driver's trip that the driver works on, the most urgent first: a passenger aboard comes before a pickup. */
const AT_WORK: readonly BookingStatus[] = ['STARTED', 'REACHED', 'ARRIVED', 'ACCEPTED', 'PENDING']

/** How long before its pickup a later ride counts as under way (ms). */
const SOON_MS = 60 * 60_000
/** How long a stored trip counts as under way after its time (ms): any ride has ended by then. */
const LASTS_MS = 12 * 60 * 60_000

/** Whether a rider's stored trip is under way: it has begun or is about to, and is not over. */
export const isRiding = ({ status, isScheduled, tripAt, at }: StoredTrip, now: number): boolean =>
  RUNNING.includes(status) &&
  !isScheduled &&
  Date.parse(tripAt) - now < SOON_MS &&
  now - Math.max(at, Date.parse(tripAt)) < LASTS_MS

const rank = ({ booking }: StoredDriverTrip) => AT_WORK.indexOf(booking.status)

/** The stored trip that a driver works on; null if there is none. A later ride counts once its pickup is near. */
export function driverTripUnderWay(): StoredDriverTrip | null {
  const trips = readStoredDriverTrips().filter(
    (trip) => !trip.isDone && rank(trip) >= 0 && (trip.booking.engaged_at !== null || trip.booking.status === 'PENDING')
  )
  return trips.sort((a, b) => rank(a) - rank(b))[0] ?? null
}

/** The id of the trip under way that this device stores for the signed-in person; null if there is none. */
export function keptUnderWay(now = Date.now()): string | null {
  const driven = driverTripUnderWay()
  if (driven) return driven.booking.id
  const trip = readStoredTrip(now)
  return trip && isRiding(trip, now) ? trip.id : null
}
