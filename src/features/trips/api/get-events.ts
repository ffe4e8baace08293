import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

/** One change of a booking's status: who, from what to what, when. */
export type BookingEvent = Pick<
  Tables<'booking_events'>,
  'id' | 'from_status' | 'to_status' | 'actor_role' | 'at' | 'note'
>

/** A booking's history, oldest first. */
export async function getEvents(bookingId: string): Promise<BookingEvent[]> {
  return await unwrap(
    supabase
      .from('booking_events')
      .select('id,from_status,to_status,actor_role,at,note')
      .eq('booking_id', bookingId)
      .order('at')
      .order('id')
  )
}

/** The history again for each new status. */
export function useEvents(bookingId: string, status: string) {
  return useSWR(['booking-events', bookingId, status], ([, id]) => getEvents(id), { keepPreviousData: true })
}
