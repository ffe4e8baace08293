import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import type { LatLng } from '@/lib/geo'
import { supabase } from '@/lib/supabase'
import type { NearbyCar } from '../model'

const REFRESH_MS = 10_000

async function nearbyDrivers(lat: number, lng: number): Promise<NearbyCar[]> {
  return unwrap(supabase.rpc('nearby_drivers', { lat, lng }))
}

/** Free cars around a point, refreshed while the page is in sight. Without an answer the page goes on without cars. */
export function useNearbyCars(point: LatLng | null): NearbyCar[] {
  // To about a hundred metres, so that refining a pin does not ask again.
  const key = point ? (['nearby', point.lat.toFixed(3), point.lng.toFixed(3)] as const) : null
  const { data } = useSWR(key, ([, lat, lng]) => nearbyDrivers(Number(lat), Number(lng)), {
    refreshInterval: REFRESH_MS,
    keepPreviousData: true
  })
  return point && data ? data : []
}
