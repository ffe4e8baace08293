import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

const holdKey = (bookingId: string) => ['booking-hold', bookingId] as const

const getHold = (bookingId: string) => unwrap(supabase.rpc('booking_hold', { booking_id: bookingId }))

/** The amount reserved on the card for a booking, and the maximum that can be. @param isWanted false requests nothing */
export function useBookingHold(bookingId: string, isWanted: boolean) {
  return useSWR(isWanted ? holdKey(bookingId) : null, ([, id]) => getHold(id))
}
