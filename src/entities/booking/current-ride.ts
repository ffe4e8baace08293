import type { BookingRow } from './list'
import type { BookingStatus } from './status'

/** Statuses that need the rider's attention, the most urgent first; other statuses need none. */
const urgency: readonly BookingStatus[] = [
  'ARRIVED',
  'STARTED',
  'ACCEPTED',
  'PENDING',
  'REACHED',
  'PAYMENT_PENDING',
  'NEW'
]

/** How long before its start a ride booked for later counts as current although it has no driver (ms). */
const SOON_MS = 60 * 60_000

/** The ride that the rider should see now; null if there is none. */
export function currentRide<Row extends Pick<BookingRow, 'status' | 'book_later' | 'trip_at'>>(
  rows: readonly Row[],
  now: number
): Row | null {
  const isNow = ({ status, book_later, trip_at }: Row) =>
    urgency.includes(status) && !(status === 'NEW' && book_later && Date.parse(trip_at) > now + SOON_MS)
  const rides = rows.filter(isNow)
  rides.sort((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status))
  return rides[0] ?? null
}
