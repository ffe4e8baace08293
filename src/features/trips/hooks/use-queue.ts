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
    /** Actions of this kind are being sent or queued. */
    isUnderWay: (kind: DriverAction['kind']) => waiting.some(({ action }) => action.kind === kind),
    /** The last attempt to send failed without a signal. */
    isOffline: shift.isOffline,
    /** Actions are queued until there is a signal. */
    isWaiting: shift.isOffline && waiting.length > 0,
    /** Stops that were reached but not reported yet. */
    reachedStops: own.flatMap(({ action }) => (action.kind === 'arrive_at_stop' ? [action.position] : [])),
    /** Actions that follow a refused code: they are sent once there is another code. */
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
