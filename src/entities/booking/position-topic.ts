import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/**
 * The topic on which the positions of a trip's car are broadcast. Null while the name is unknown, or if the trip is not active.
 * Each assignment of a driver has a topic of its own, whose name only the trip's parties know.
 *
 * @param trip null if there is nothing to follow
 */
export function usePositionTopic(trip: { bookingId: string; acceptedAt: string | null } | null): string | null {
  const { data } = useSWR(trip ? ['position-topic', trip.bookingId, trip.acceptedAt] : null, ([, booking_id]) =>
    unwrap(supabase.rpc('position_topic', { booking_id }))
  )
  return data ?? null
}
