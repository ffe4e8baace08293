import type { BookingRow } from './list'
import type { BookingStatus } from './status'

/** The sooner something is asked of the rider, the earlier; what is not here waits for nobody. */
const urgency: readonly BookingStatus[] = [
  'ARRIVED',
  'STARTED',
  'ACCEPTED',
  'PENDING',
  'REACHED',
  'PAYMENT_PENDING',
  'NEW'
]

/** A later ride becomes the current one so long before it begins (ms). */
const SOON_MS = 60 * 60_000

/** The ride that a rider is in the middle of; null where there is none. */
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
