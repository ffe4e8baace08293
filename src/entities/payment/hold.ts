import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

const holdKey = (bookingId: string) => ['booking-hold', bookingId] as const

const getHold = (bookingId: string) => unwrap(supabase.rpc('booking_hold', { booking_id: bookingId }))

/** What a card is reserved for a ride, or would be, as the server says. @param isWanted a rider's ride by card that has not ended */
export function useBookingHold(bookingId: string, isWanted: boolean) {
  return useSWR(isWanted ? holdKey(bookingId) : null, ([, id]) => getHold(id))
}
