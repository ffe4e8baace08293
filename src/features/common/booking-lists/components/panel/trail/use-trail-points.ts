import useSWR from 'swr'
import type { Booking } from '@/entities/booking'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { panelKeys } from '../keys'
import type { TrailPoint } from './replay'

/** Number of positions per request, and the maximum in total: those of a day's drive. */
const PAGE = 1000
const MOST = 10_000

/** Reads the positions recorded during a trip, from start to end. */
async function getPoints({ id, driver_id, started_at, reached_at }: Booking): Promise<TrailPoint[]> {
  const points: TrailPoint[] = []
  while (points.length < MOST) {
    let query = supabase
      .from('tracking_points')
      .select('lat,lng,heading,at')
      .eq('booking_id', id)
      .eq('driver_id', driver_id ?? '')
      .gte('at', started_at ?? '')
    if (reached_at) query = query.lte('at', reached_at)
    const rows = await unwrap(
      query
        .order('at')
        .order('id')
        .range(points.length, points.length + PAGE - 1)
    )
    points.push(...rows.map(({ at, ...point }) => ({ ...point, at: Date.parse(at) })))
    if (rows.length < PAGE) break
  }
  return points
}

/** Returns the recorded positions of a trip. Nothing is requested before the trip has started. */
export function useTrailPoints(booking: Booking) {
  return useSWR(booking.started_at ? panelKeys.points(booking.id) : null, () => getPoints(booking))
}
