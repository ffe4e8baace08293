import { useEffect } from 'react'
import { unstable_serialize, useSWRConfig } from 'swr'
import {
  type Booking,
  bookingKeys,
  forgetDriverTrips,
  isOver,
  keepDriverTrip,
  paymentModeOf,
  type Stop,
  type StoredDriverTrip
} from '@/entities/booking'
import type { ActionQueue } from '../hooks/use-queue'

/**
 * Stores the driver's unfinished trip on this phone, and forgets it once it is finished or another driver's.
 *
 * @param isDone whether the driver has finished it without a signal
 */
export function useKeepDrive(booking: Booking, me: string, stops: readonly Stop[], isDone: boolean): void {
  useEffect(() => {
    if (booking.driver_id === me && !isFinished(booking)) keepDriverTrip(me, { booking, stops, isDone })
    else forgetDriverTrips(me, (id) => id !== booking.id)
  }, [booking, me, stops, isDone])
}

/** Whether the driver has nothing left to do on a trip. */
const isFinished = ({ status }: Booking): boolean => isOver(status) || status === 'PAID'

/** Whether the driver has finished a trip without a signal: only the queue still has work with it. */
export const isDoneHere = (booking: Booking, queue: Pick<ActionQueue, 'isUnderWay'>): boolean =>
  queue.isUnderWay(paymentModeOf(booking) === 'cash' ? 'confirm_cash' : 'reach')

/** Puts a stored trip's stops into the cache that the page reads. */
export function useKeptStops(kept: StoredDriverTrip | null): void {
  const { cache, mutate } = useSWRConfig()
  useEffect(() => {
    if (!kept) return
    const key = bookingKeys.stops(kept.booking)
    // A change of the cache drops the response of a request under way, so known stops are left alone.
    if (cache.get(unstable_serialize(key))?.data === undefined) void mutate(key, [...kept.stops], { revalidate: false })
  }, [kept, cache, mutate])
}
