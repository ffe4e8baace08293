import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { keptWhile } from '@/lib/server/kept-while'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'

/** The saved card on which a fare is reserved. */
interface HoldCard {
  brand: string
  last4: string
  provider: string
  /** Whether its owner agreed that it is reserved while they are away. */
  off_session: boolean
}

/** Interval of requests while a provider is being asked (ms), in case the message about its answer is lost. */
const ASKING_MS = 3000

async function getHold(bookingId: string) {
  const hold = await unwrap(supabase.rpc('booking_hold', { booking_id: bookingId }))
  return { ...hold, card: hold.card as HoldCard | null }
}

export type BookingHold = Awaited<ReturnType<typeof getHold>>

interface HeldBooking {
  id: string
  customer_id: string | null
  status: string
}

type HoldKey = readonly ['booking-hold', string, string]

/** Keeps the known state until that of a new status has arrived, so that a dialog about it stays open. */
const sameBooking = keptWhile<HoldKey>(([, id], [, before]) => id === before)

/**
 * The amount reserved on the card for a booking, and the maximum that can be.
 *
 * @param booking null requests nothing
 */
export function useBookingHold(booking: HeldBooking | null) {
  // The status is part of the key: at the end of a ride its hold is captured or released.
  const hold = useSWR(
    booking && (['booking-hold', booking.id, booking.status] satisfies HoldKey),
    ([, id]) => getHold(id),
    { use: [sameBooking], refreshInterval: (known) => (known?.is_requested || known?.is_capturing ? ASKING_MS : 0) }
  )
  useBroadcast(booking?.customer_id ? `user:${booking.customer_id}` : null, () => hold.mutate(), {
    events: ['payment', 'cards']
  })
  return hold
}
