import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'
import type { Booking } from './model'

export type RouteProposal = Tables<'route_proposals'>

/** Reads the cheaper route that the rider has requested and that the driver has not answered yet; null if there is none. */
export async function getRouteProposal(bookingId: string): Promise<RouteProposal | null> {
  const rows = await unwrap(
    supabase.from('route_proposals').select().eq('booking_id', bookingId).eq('status', 'open').limit(1)
  )
  return rows[0] ?? null
}

export function useRouteProposal(bookingId: string) {
  const channel = useBroadcast(`booking:${bookingId}`, () => mutate(), { events: ['status', 'booking'] })
  const { data, mutate } = useSWR(bookingKeys.routeProposal(bookingId), ([, id]) => getRouteProposal(id), {
    refreshInterval: () => pollInterval(channel)
  })
  return { proposal: data ?? null, reload: mutate }
}

/** Accepts the new route, as the driver. @throws AppError `route_change_not_found` if the rider has withdrawn it */
export async function acceptRouteChange(bookingId: string): Promise<Booking> {
  return await unwrap(supabase.rpc('accept_route_change', { booking_id: bookingId }))
}

/**
 * Declines the new route (as the driver) or withdraws it (as the rider). The old route stays.
 *
 * @throws AppError `route_change_not_found`
 */
export async function declineRouteChange(bookingId: string): Promise<Booking> {
  return await unwrap(supabase.rpc('decline_route_change', { booking_id: bookingId }))
}
