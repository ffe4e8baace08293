import { useEffect } from 'react'
import { getBooking, getStops, keepDriverTrip, readStoredDriverTrip } from '@/entities/booking'
import type { CurrentTrip } from '../model/rows'

/** A trip that the driver opens stores itself within this time (ms); only others are read for storing. */
const OPENED_MS = 4000

async function keep(driverId: string, { id, status }: CurrentTrip): Promise<void> {
  const [booking, stops] = await Promise.all([getBooking(id), getStops(id)])
  if (booking.driver_id === driverId && booking.status === status) keepDriverTrip(driverId, { booking, stops })
}

/**
 * Stores the trips under way that the driver has not opened, for example the next one, so that they also open without a signal.
 */
export function useKeepTrips(driverId: string, trips: readonly CurrentTrip[] | undefined): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const trip of trips ?? []) if (!isKept(trip)) void keep(driverId, trip).catch(() => {})
    }, OPENED_MS)
    return () => clearTimeout(timer)
  }, [driverId, trips])
}

/** Whether the phone stores a trip of this acceptance. */
const isKept = ({ id, accepted_at }: CurrentTrip) => readStoredDriverTrip(id)?.booking.accepted_at === accepted_at
