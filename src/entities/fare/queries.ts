import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { keptWhile } from '@/lib/server/kept-while'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Tables } from '@/types/database'
import { type MoneyPart, partsOf } from './parts'

/** The money of a booking: its parts, as far as the caller may see them, and their sums. */
export interface BookingMoney {
  parts: MoneyPart[]
  /** What the driver got or gets, after tax and the fleet's part; null if the caller may not see it. */
  earned: number | null
}

async function getBookingMoney(bookingId: string): Promise<BookingMoney> {
  const { parts, earned } = await unwrap(supabase.rpc('booking_money', { booking_id: bookingId }))
  return { parts: partsOf(parts), earned }
}

type Moved = Pick<
  Tables<'bookings'>,
  'id' | 'status' | 'total_amount' | 'customer_paid' | 'tip_amount' | 'payable_amount' | 'driver_id'
>

const sameBooking = keptWhile<readonly unknown[]>(([, id], [, before]) => id === before)

/**
 * The money of a booking, read again when its row says that money has moved, and after a refund (which issues a credit note). The
 * parts read before stay shown meanwhile.
 */
export function useBookingMoney({ id, status, total_amount, customer_paid, tip_amount, payable_amount }: Moved) {
  const key = ['booking-money', id, status, total_amount, customer_paid, tip_amount, payable_amount] as const
  const swr = useSWR(key, () => getBookingMoney(id), { use: [sameBooking] })
  useBroadcast(`booking:${id}`, () => swr.mutate(), { events: ['receipt'] })
  return swr
}
