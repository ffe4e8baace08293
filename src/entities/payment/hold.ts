import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

const holdKey = (bookingId: string) => ['booking-hold', bookingId] as const

const getHold = (bookingId: string) => unwrap(supabase.rpc('booking_hold', { booking_id: bookingId }))

/** The amount that is or will be reserved on the card for a ride. @param isWanted true for a rider's open ride by card */
export function useBookingHold(bookingId: string, isWanted: boolean) {
  return useSWR(isWanted ? holdKey(bookingId) : null, ([, id]) => getHold(id))
}
