import { useMemo } from 'react'
import type { Booking, BookingStatus } from '@/entities/booking'
import {
  type Deed,
  doDeed,
  forgetRefusal,
  projectBooking,
  projectStatus,
  type QueuedDeed,
  useShift
} from '@/entities/shift'

const isWaitingFor = ({ heldKey, deed }: QueuedDeed): boolean =>
  heldKey === null && deed.kind !== 'photo' && deed.kind !== 'report'

/** What the driver has done on one booking and the server does not know yet: pressing, waiting for the signal, refusals. */
export function useDeeds(booking: Pick<Booking, 'id' | 'reference' | 'accepted_at'>) {
  const shift = useShift()
  const own = shift.deeds.filter(({ bookingId }) => bookingId === booking.id)
  const waiting = own.filter(isWaitingFor)
  const held = own.find(({ heldKey }) => heldKey !== null)
  return {
    do: (deed: Deed) => doDeed(booking, deed),
    /** The status with the waiting deeds already done. */
    project: (status: BookingStatus) => projectStatus(booking.id, status, own),
    /** These are on their way. */
    isUnderWay: (kind: Deed['kind']) => waiting.some(({ deed }) => deed.kind === kind),
    /** The last attempt to send found no signal. */
    isOffline: shift.isOffline,
    /** Deeds that wait for the signal. */
    isWaiting: shift.isOffline && waiting.length > 0,
    /** Stops that were reached and are not told yet. */
    reachedStops: own.flatMap(({ deed }) => (deed.kind === 'arrive_at_stop' ? [deed.position] : [])),
    /** What was done after the code that the server refused: it counts as soon as there is another code. */
    isHeldUp: held !== undefined && own.length > 1,
    refusedKey: held?.heldKey ?? (shift.refused?.bookingId === booking.id ? shift.refused.key : null),
    forgetRefusal
  }
}

/** The booking as its driver knows it, who may be ahead of the server; as it is for everybody else. */
export function useProjected(booking: Booking): Booking {
  const { deeds } = useShift()
  return useMemo(() => projectBooking(booking, deeds), [booking, deeds])
}

export type Deeds = ReturnType<typeof useDeeds>
