import type { BookingStatus } from '@/entities/booking'
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

/** Each of these is one more, or takes the place of the last one. */
const REPEATED: ReadonlySet<DeedKind> = new Set(['add_extra', 'photo', 'hand_over', 'report'])

/** The same deed of the same trip: pressing twice keeps the first press. */
export function isSame(a: QueuedDeed, b: Pick<QueuedDeed, 'bookingId' | 'deed'>): boolean {
  if (a.bookingId !== b.bookingId || a.deed.kind !== b.deed.kind) return false
  if (a.deed.kind === 'arrive_at_stop' && b.deed.kind === 'arrive_at_stop') return a.deed.position === b.deed.position
  return !REPEATED.has(a.deed.kind)
}
