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

/** True if the booking already has the action's resulting status. */
export function isDone(kind: DriverActionKind, status: BookingStatus): boolean {
  const target = TARGET[kind]
  return target !== undefined && status !== 'CANCELLED' && ORDER.indexOf(status) >= ORDER.indexOf(target)
}

/**
 * The status to show a driver while actions are queued. It is only projected if the server will certainly agree: the final fare
 * is the server's, so nothing after the drop, and nothing after a refused code.
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

/** True if a booking shows that the action was done and its response was lost. */
export function isDoneIn(
  kind: DriverActionKind,
  { status, returning_at }: Pick<Booking, 'status' | 'returning_at'>
): boolean {
  return kind === 'return_to_sender' ? returning_at !== null : isDone(kind, status)
}

/** The booking as its driver knows it while actions are queued: arrival time, and where a returned parcel goes. */
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

/** Each of these is additional, or replaces the last one. */
const REPEATED: ReadonlySet<DriverActionKind> = new Set(['add_extra', 'photo', 'hand_over', 'report'])

/** The same action of the same trip: pressing twice keeps the first press. */
export function isSame(a: QueuedAction, b: Pick<QueuedAction, 'bookingId' | 'action'>): boolean {
  if (a.bookingId !== b.bookingId || a.action.kind !== b.action.kind) return false
  if (a.action.kind === 'arrive_at_stop' && b.action.kind === 'arrive_at_stop')
    return a.action.position === b.action.position
  return !REPEATED.has(a.action.kind)
}
