import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { LivePosition } from '../model'

/** Where a driver was last, for the moment before the first live position; null where the caller may not know. */
export async function getLastPosition(driverId: string): Promise<LivePosition | null> {
  const rows = await unwrap(
    supabase.from('driver_positions').select('lat,lng,heading,updated_at').eq('driver_id', driverId).limit(1)
  )
  const last = rows[0]
  return last ? { lat: last.lat, lng: last.lng, heading: last.heading, at: Date.parse(last.updated_at) } : null
}

/** The last known position, asked for each `refreshInterval` ms (0: once); not at all with a null id. */
export function useLastPosition(driverId: string | null, refreshInterval: number) {
  return useSWR(driverId ? ['last-position', driverId] : null, ([, id]) => getLastPosition(id), { refreshInterval })
}
