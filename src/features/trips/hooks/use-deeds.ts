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

/** The driver's actions on one booking that the server does not know yet: sending, waiting for a signal, refused. */
export function useDeeds(booking: Pick<Booking, 'id' | 'reference' | 'accepted_at'>) {
  const shift = useShift()
  const own = shift.deeds.filter(({ bookingId }) => bookingId === booking.id)
  const waiting = own.filter(isWaitingFor)
  const held = own.find(({ heldKey }) => heldKey !== null)
  return {
    do: (deed: Deed) => doDeed(booking, deed),
    /** The status as it will be after the queued actions. */
    project: (status: BookingStatus) => projectStatus(booking.id, status, own),
    /** Actions of this kind are being sent or queued. */
    isUnderWay: (kind: Deed['kind']) => waiting.some(({ deed }) => deed.kind === kind),
    /** The last attempt to send failed without a signal. */
    isOffline: shift.isOffline,
    /** Actions are queued until there is a signal. */
    isWaiting: shift.isOffline && waiting.length > 0,
    /** Stops that were reached but not reported yet. */
    reachedStops: own.flatMap(({ deed }) => (deed.kind === 'arrive_at_stop' ? [deed.position] : [])),
    /** Actions that follow a refused code: they are sent once there is another code. */
    isHeldUp: held !== undefined && own.length > 1,
    refusedKey: held?.heldKey ?? (shift.refused?.bookingId === booking.id ? shift.refused.key : null),
    forgetRefusal
  }
}

/** The booking as its driver sees it, possibly ahead of the server; unchanged for everybody else. */
export function useProjected(booking: Booking): Booking {
  const { deeds } = useShift()
  return useMemo(() => projectBooking(booking, deeds), [booking, deeds])
}

export type Deeds = ReturnType<typeof useDeeds>
