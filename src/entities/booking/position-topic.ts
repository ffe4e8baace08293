import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/**
 * The topic with the positions of a trip's car. Each assignment has its own, whose name is a secret of the
 * trip's parties; null if unknown or the trip is not active.
 *
 * @param trip null if there is nothing to follow
 */
export function usePositionTopic(trip: { bookingId: string; acceptedAt: string | null } | null): string | null {
  const { data } = useSWR(trip ? ['position-topic', trip.bookingId, trip.acceptedAt] : null, ([, booking_id]) =>
    unwrap(supabase.rpc('position_topic', { booking_id }))
  )
  return data ?? null
}
