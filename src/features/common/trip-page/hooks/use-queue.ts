import { useMemo } from 'react'
import type { Booking, BookingStatus } from '@/entities/booking'
import {
  type DriverAction,
  forgetRefusal,
  isOvertaken,
  projectBooking,
  projectStatus,
  type QueuedAction,
  queueAction,
  useShift
} from '@/entities/shift'

const isWaitingFor = ({ heldKey, action }: QueuedAction): boolean =>
  heldKey === null && action.kind !== 'photo' && action.kind !== 'report'

/**
 * Returns the queued actions of the driver on one booking, and functions to add to them. An action is queued until the server
 * has accepted it, or has refused it for good. An action with a refused start code stays.
 */
export function useActionQueue(booking: Pick<Booking, 'id' | 'reference' | 'accepted_at' | 'status'>) {
  const shift = useShift()
  const own = shift.actions.filter(({ bookingId }) => bookingId === booking.id)
  const waiting = own.filter(isWaitingFor)
  const held = own.find(({ heldKey, action }) => heldKey !== null && !isOvertaken(action.kind, booking.status))
  return {
    do: (action: DriverAction) => queueAction(booking, action),
    /** Returns the status that the booking will have after the queued actions. */
    project: (status: BookingStatus) => projectStatus(booking.id, status, own),
    /** Returns whether an action of this kind is being sent or waits in the queue. */
    isUnderWay: (kind: DriverAction['kind']) => waiting.some(({ action }) => action.kind === kind),
    /** Whether the last attempt to send failed for lack of a signal. */
    isOffline: shift.isOffline,
    /** Whether actions wait for a signal. */
    isWaiting: shift.isOffline && waiting.length > 0,
    /** Positions of the stops that the driver has reached, although the server does not know it yet. */
    reachedStops: own.flatMap(({ action }) => (action.kind === 'arrive_at_stop' ? [action.position] : [])),
    /** Whether actions wait behind one with a refused code; they are sent once another code is entered. */
    isHeldUp: held !== undefined && own.length > 1,
    /** The error of a refused start code, of an action that the server refuses for now, or of the last dropped action. */
    refusedKey:
      held?.heldKey ??
      own.find(({ postponed }) => postponed)?.postponed?.key ??
      (shift.refused?.queued.bookingId === booking.id ? shift.refused.key : null),
    forgetRefusal
  }
}

/**
 * Returns the booking as its driver sees it: with the queued actions applied, so it can be ahead of the server. For other
 * people the booking is unchanged.
 */
export function useProjected(booking: Booking): Booking {
  const { actions } = useShift()
  return useMemo(() => projectBooking(booking, actions), [booking, actions])
}

export type ActionQueue = ReturnType<typeof useActionQueue>
