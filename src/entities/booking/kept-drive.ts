import { keepOwn, readOwn } from '@/lib/session/own-storage'
import { figure, listOf, shaped, text } from '@/lib/storage/shape'
import type { Booking } from './model'
import type { Stop } from './queries'

/**
 * A driver's unfinished trip as this phone stored it last. A page that is opened without a signal continues with it. It contains
 * the whole row, because the driver's next step needs it; a rider's stored copy contains only what is shown.
 */
export interface StoredDriverTrip {
  booking: Booking
  stops: readonly Stop[]
  /** Whether the driver has finished the trip without a signal, so that only the queue still has work with it. */
  isDone?: boolean
}

const STORED = 'drive-trips'

const isBooking = shaped<Pick<Booking, 'id' | 'driver_id' | 'status' | 'reference'>>({
  id: text,
  driver_id: text,
  status: text,
  reference: text
})
const isStop = shaped<Pick<Stop, 'position' | 'lat' | 'lng' | 'address'>>({
  position: figure,
  lat: figure,
  lng: figure,
  address: text
})
const isKept = shaped<{ booking: unknown; stops: unknown }>({ booking: isBooking, stops: listOf(isStop) })

/** Reads the unfinished trips that this phone stores for the signed-in driver. */
export function readStoredDriverTrips(): StoredDriverTrip[] {
  const kept = readOwn(STORED)
  return Array.isArray(kept) ? (kept.filter(isKept) as StoredDriverTrip[]) : []
}

/** Reads the stored trip with this id; null if it is not stored. */
export const readStoredDriverTrip = (id: string): StoredDriverTrip | null =>
  readStoredDriverTrips().find(({ booking }) => booking.id === id) ?? null

/** Stores a driver's unfinished trip, in place of an older copy of it. */
export function keepDriverTrip(me: string, trip: StoredDriverTrip): void {
  const others = readStoredDriverTrips().filter(({ booking }) => booking.id !== trip.booking.id)
  keepOwn(STORED, me, [...others, trip])
}

/** Forgets the stored trips that are not among the driver's unfinished ones, for example those that the desk took back. */
export function forgetDriverTrips(me: string, isUnfinished: (id: string) => boolean): void {
  const kept = readStoredDriverTrips()
  const left = kept.filter(({ booking }) => isUnfinished(booking.id))
  if (left.length < kept.length) keepOwn(STORED, me, left)
}
