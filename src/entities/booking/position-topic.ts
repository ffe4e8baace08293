import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/**
 * The topic on which a trip's car sends where it is. Each assignment has one of its own, whose name is a secret of the
 * trip's parties; null while it is not known, and when the trip is not under way.
 *
 * @param trip null where there is nothing to follow
 */
export function usePositionTopic(trip: { bookingId: string; acceptedAt: string | null } | null): string | null {
  const { data } = useSWR(trip ? ['position-topic', trip.bookingId, trip.acceptedAt] : null, ([, booking_id]) =>
    unwrap(supabase.rpc('position_topic', { booking_id }))
  )
  return data ?? null
}
