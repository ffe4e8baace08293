import type { Booking, BookingStatus } from '@/entities/booking'
import type { DeedKind, QueuedDeed } from './model'

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

const TARGET: Partial<Record<DeedKind, BookingStatus>> = {
  arrive: 'ARRIVED',
  start: 'STARTED',
  reach: 'REACHED',
  confirm_cash: 'PAID'
}

/** True where the booking already is where the deed would take it. */
export function isDone(kind: DeedKind, status: BookingStatus): boolean {
  const target = TARGET[kind]
  return target !== undefined && status !== 'CANCELLED' && ORDER.indexOf(status) >= ORDER.indexOf(target)
}

/**
 * The status a driver should see while deeds wait for the signal. Only what the server will surely agree to is run ahead:
 * the fare after the drop is the server's, so nothing is shown past it, and nothing past a code that was refused.
 */
export function projectStatus(bookingId: string, status: BookingStatus, deeds: readonly QueuedDeed[]): BookingStatus {
  let projected = status
  for (const { bookingId: id, deed, heldKey } of deeds) {
    if (id !== bookingId || isDone(deed.kind, projected)) continue
    if (heldKey !== null) break
    if (deed.kind === 'arrive' && projected === 'ACCEPTED') projected = 'ARRIVED'
    else if (deed.kind === 'start' && projected === 'ARRIVED') projected = 'STARTED'
  }
  return projected
}

/** True where a booking shows that the deed was done: its answer got lost. */
export function isDoneIn(kind: DeedKind, { status, returning_at }: Pick<Booking, 'status' | 'returning_at'>): boolean {
  return kind === 'return_to_sender' ? returning_at !== null : isDone(kind, status)
}

/** The booking as its driver knows it while deeds wait: when the car arrived, and where a parcel that nobody took in goes. */
export function projectBooking(booking: Booking, deeds: readonly QueuedDeed[]): Booking {
  let projected = booking
  for (const { bookingId, deed, heldKey, at } of deeds) {
    if (bookingId !== booking.id || heldKey !== null) continue
    const when = new Date(at).toISOString()
    if (deed.kind === 'arrive' && projected.arrived_at === null) projected = { ...projected, arrived_at: when }
    if (deed.kind === 'return_to_sender' && projected.returning_at === null) {
      const { pickup_lat: drop_lat, pickup_lng: drop_lng, pickup_address: drop_address } = projected
      projected = { ...projected, returning_at: when, drop_lat, drop_lng, drop_address }
    }
  }
  return projected
}

/** Each of these is one more, or takes the place of the last one. */
const REPEATED: ReadonlySet<DeedKind> = new Set(['add_extra', 'photo', 'hand_over', 'report'])

/** The same deed of the same trip: pressing twice keeps the first press. */
export function isSame(a: QueuedDeed, b: Pick<QueuedDeed, 'bookingId' | 'deed'>): boolean {
  if (a.bookingId !== b.bookingId || a.deed.kind !== b.deed.kind) return false
  if (a.deed.kind === 'arrive_at_stop' && b.deed.kind === 'arrive_at_stop') return a.deed.position === b.deed.position
  return !REPEATED.has(a.deed.kind)
}
