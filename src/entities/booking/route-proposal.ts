import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { pollInterval } from '@/lib/live'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'
import type { Booking } from './model'

export type RouteProposal = Tables<'route_proposals'>

/** The cheaper route that waits for the driver's answer; null while none does. */
export async function getRouteProposal(bookingId: string): Promise<RouteProposal | null> {
  const rows = await unwrap(
    supabase.from('route_proposals').select().eq('booking_id', bookingId).eq('status', 'open').limit(1)
  )
  return rows[0] ?? null
}

export function useRouteProposal(bookingId: string) {
  const channel = useBroadcast(`booking:${bookingId}`, () => void mutate(), { events: ['status', 'booking'] })
  const { data, mutate } = useSWR(bookingKeys.routeProposal(bookingId), ([, id]) => getRouteProposal(id), {
    refreshInterval: () => pollInterval(channel)
  })
  return { proposal: data ?? null, reload: mutate }
}

/** The driver agrees; the new route stands. @throws AppError `route_change_not_found` once it was withdrawn */
export async function acceptRouteChange(bookingId: string): Promise<Booking> {
  return await unwrap(supabase.rpc('accept_route_change', { booking_id: bookingId }))
}

/** The driver declines, or the rider withdraws; the old route stands. @throws AppError `route_change_not_found` */
export async function declineRouteChange(bookingId: string): Promise<Booking> {
  return await unwrap(supabase.rpc('decline_route_change', { booking_id: bookingId }))
}
