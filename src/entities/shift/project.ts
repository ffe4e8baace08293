import type { Booking, BookingStatus } from '@/entities/booking'
import type { DriverActionKind, QueuedAction } from './model'

const ORDER: readonly BookingStatus[] = [
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE'
]

const TARGET: Partial<Record<DriverActionKind, BookingStatus>> = {
  arrive: 'ARRIVED',
  start: 'STARTED',
  reach: 'REACHED',
  confirm_cash: 'PAID'
}

/** Whether a booking already has the status to which an action leads. */
export function isDone(kind: DriverActionKind, status: BookingStatus): boolean {
  const target = TARGET[kind]
  return target !== undefined && status !== 'CANCELLED' && ORDER.indexOf(status) >= ORDER.indexOf(target)
}

/**
 * The status to show a driver while actions are still queued. A queued action only counts if the server will certainly accept
 * it. So nothing after a refused start code counts. The drop-off and later actions do not count either, because the server
 * computes the final fare.
 */
export function projectStatus(
  bookingId: string,
  status: BookingStatus,
  actions: readonly QueuedAction[]
): BookingStatus {
  let projected = status
  for (const { bookingId: id, action, heldKey } of actions) {
    if (id !== bookingId || isDone(action.kind, projected)) continue
    if (heldKey !== null) break
    if (action.kind === 'arrive' && projected === 'ACCEPTED') projected = 'ARRIVED'
    else if (action.kind === 'start' && projected === 'ARRIVED') projected = 'STARTED'
  }
  return projected
}

/** Whether a trip has ended or moved on without an action, so that its refused start code no longer matters. */
export const isOvertaken = (kind: DriverActionKind, status: BookingStatus): boolean =>
  status === 'CANCELLED' || isDone(kind, status)

/** Whether a booking shows that an action was applied and only its response was lost. */
export function isDoneIn(
  kind: DriverActionKind,
  { status, returning_at }: Pick<Booking, 'status' | 'returning_at'>
): boolean {
  return kind === 'return_to_sender' ? returning_at !== null : isDone(kind, status)
}

/**
 * The booking as its driver should see it while actions are queued, except for its status (`projectStatus`). It has the time of
 * arrival, and the new destination of a parcel that is being returned.
 */
export function projectBooking(booking: Booking, actions: readonly QueuedAction[]): Booking {
  let projected = booking
  for (const { bookingId, action, heldKey, at } of actions) {
    if (bookingId !== booking.id || heldKey !== null) continue
    const when = new Date(at).toISOString()
    if (action.kind === 'arrive' && projected.arrived_at === null) projected = { ...projected, arrived_at: when }
    if (action.kind === 'return_to_sender' && projected.returning_at === null) {
      const { pickup_lat: drop_lat, pickup_lng: drop_lng, pickup_address: drop_address } = projected
      projected = { ...projected, returning_at: when, drop_lat, drop_lng, drop_address }
    }
  }
  return projected
}

/** Kinds of actions of which a trip can have several: each one is additional, or replaces the last one. */
const REPEATED: ReadonlySet<DriverActionKind> = new Set(['add_extra', 'photo', 'hand_over', 'report'])

/** Whether two actions are the same step of the same trip; if a driver presses twice, the first press is kept. */
export function isSame(a: QueuedAction, b: Pick<QueuedAction, 'bookingId' | 'action'>): boolean {
  if (a.bookingId !== b.bookingId || a.action.kind !== b.action.kind) return false
  if (a.action.kind === 'arrive_at_stop' && b.action.kind === 'arrive_at_stop')
    return a.action.position === b.action.position
  return !REPEATED.has(a.action.kind)
}
