import { useMemo } from 'react'
import type { Booking, BookingStatus } from '@/entities/booking'
import {
  type DriverAction,
  forgetRefusal,
  projectBooking,
  projectStatus,
  type QueuedAction,
  queueAction,
  useShift
} from '@/entities/shift'

const isWaitingFor = ({ heldKey, action }: QueuedAction): boolean =>
  heldKey === null && action.kind !== 'photo' && action.kind !== 'report'

/** The driver's actions on one booking that the server does not know yet: sending, waiting for a signal, refused. */
export function useActionQueue(booking: Pick<Booking, 'id' | 'reference' | 'accepted_at'>) {
  const shift = useShift()
  const own = shift.actions.filter(({ bookingId }) => bookingId === booking.id)
  const waiting = own.filter(isWaitingFor)
  const held = own.find(({ heldKey }) => heldKey !== null)
  return {
    do: (action: DriverAction) => queueAction(booking, action),
    /** The status as it will be after the queued actions. */
    project: (status: BookingStatus) => projectStatus(booking.id, status, own),
    /** Whether actions of this kind are being sent or queued. */
    isUnderWay: (kind: DriverAction['kind']) => waiting.some(({ action }) => action.kind === kind),
    /** Whether the last attempt to send failed for lack of a signal. */
    isOffline: shift.isOffline,
    /** Whether actions are waiting for a signal. */
    isWaiting: shift.isOffline && waiting.length > 0,
    /** Stops that the driver has reached and the server does not know of yet. */
    reachedStops: own.flatMap(({ action }) => (action.kind === 'arrive_at_stop' ? [action.position] : [])),
    /** Whether actions wait behind one with a refused code; they are sent once another code is entered. */
    isHeldUp: held !== undefined && own.length > 1,
    refusedKey: held?.heldKey ?? (shift.refused?.bookingId === booking.id ? shift.refused.key : null),
    forgetRefusal
  }
}

/** The booking as its driver sees it, possibly ahead of the server; unchanged for everybody else. */
export function useProjected(booking: Booking): Booking {
  const { actions } = useShift()
  return useMemo(() => projectBooking(booking, actions), [booking, actions])
}

export type ActionQueue = ReturnType<typeof useActionQueue>
