import type { Directions } from '@contract/routes'
import useSWR from 'swr'
import { knownDrop } from '@/entities/booking'
import { distanceKm, type LatLng, latLngText, pointsOfPolyline } from '@/lib/geo/geo'
import { invoke, unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { UNDER_WAY } from '@/types/statuses'
import type { Car, Way } from './car'

/** Reads the driver's current trip, with the fields that driving needs. */
async function fetchTrip(driverId: string) {
  const rows = await unwrap(
    supabase
      .from('bookings')
      .select('id,status,pickup_lat,pickup_lng,drop_lat,drop_lng,polyline,estimate_time')
      .eq('driver_id', driverId)
      .not('engaged_at', 'is', null)
      .in('status', UNDER_WAY)
      .limit(1)
  )
  return rows[0] ?? null
}

export type DrivenTrip = NonNullable<Awaited<ReturnType<typeof fetchTrip>>>

/**
 * Interval between requests for the trip (ms). Polling is needed because the trip's steps may also be taken on another page,
 * or on another device. The car then starts up to this long after the step.
 */
const LOOK_MS = 2000

export function useDrivenTrip(driverId: string | null) {
  return useSWR(driverId ? ['demo-trip', driverId] : null, ([, id]) => fetchTrip(id), { refreshInterval: LOOK_MS }).data
}

/**
 * Up to this distance from the start of the booked route (km), the car drives the booked route. From farther away it drives a
 * route from its own position to the drop-off.
 */
const AT_START_KM = 0.3
/**
 * Factor from a straight line to the length of a road. If no route can be computed, the car drives along a straight line. It
 * then takes as long as it would by road, at city speed.
 */
const DETOUR = 1.3
const TOWN_KM_PER_SEC = 30 / 3600

async function wayTo(from: LatLng, dest: LatLng): Promise<Way> {
  try {
    const body = { start: latLngText(from), dest: latLngText(dest) }
    const answer = await invoke<Directions>('routes/directions', body)
    return { points: [from, ...pointsOfPolyline(answer.polylinePoints)], secs: answer.time_in_secs }
  } catch {
    return { points: [from, dest], secs: (distanceKm(from, dest) * DETOUR) / TOWN_KM_PER_SEC }
  }
}

/** Makes the car do what the current step of the trip needs: drive to the pickup, drive the booked route, or park. */
export async function setOff(car: Car, trip: DrivenTrip | null): Promise<void> {
  const from = car.state()
  if (trip?.status === 'ACCEPTED') {
    car.drive(await wayTo(from, { lat: trip.pickup_lat, lng: trip.pickup_lng }))
    return
  }
  if (trip?.status !== 'STARTED') return car.stand()
  const booked = pointsOfPolyline(trip.polyline ?? '')
  const [first] = booked
  if (first && distanceKm(first, from) < AT_START_KM) {
    car.drive({ points: [from, ...booked], secs: trip.estimate_time })
    return
  }
  const drop = knownDrop(trip)
  if (!drop) return car.stand()
  car.drive(await wayTo(from, drop))
}
