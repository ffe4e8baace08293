import type { Directions } from '@contract/routes'
import useSWR from 'swr'
import { type LatLng, latLngText, pointsOfPolyline } from '@/lib/geo/geo'
import { invoke } from '@/lib/server/api'
import { keptWhile } from '@/lib/server/kept-while'
import type { Leg } from './model/leg'

export function pointsOf(polyline: string): LatLng[] {
  return pointsOfPolyline(polyline)
}

/**
 * Requests the route from a car at `start` to `dest`.
 *
 * @param via the stops on the way, if a driver asks: the response then also contains the manoeuvres; null for other viewers
 * @throws AppError `no_route_found`, `too_many_requests`, …
 */
export async function getLeg(start: LatLng, dest: LatLng, via: readonly LatLng[] | null = null): Promise<Leg> {
  const answer = await invoke<Directions>('routes/directions', {
    start: latLngText(start),
    dest: latLngText(dest),
    from: 'car',
    ...(via && { steps: true }),
    ...(via && via.length > 0 && { waypoints: via.map(latLngText).join('|') })
  })
  return {
    dest,
    polyline: answer.polylinePoints,
    points: pointsOf(answer.polylinePoints),
    distanceKm: answer.distance_in_km,
    timeSecs: answer.time_in_secs,
    ...(answer.steps && { steps: answer.steps })
  }
}

type LegKey = readonly ['leg', dest: string, start: string, via: string | null]

/**
 * Returns the route from `start` to `dest`. Each change of `start` sends a request, so callers change it rarely. Until the
 * response arrives, the previous route stays if it has the same destination and stops.
 */
export function useLeg(start: LatLng | null, dest: LatLng | null, via: readonly LatLng[] | null) {
  const key: LegKey | null = start && dest && ['leg', latLngText(dest), latLngText(start), via && viaText(via)]
  return useSWR(key, () => (start && dest ? getLeg(start, dest, via) : Promise.reject(new Error('no leg'))), {
    use: [keptWhile<LegKey>(([, to, , through], [, before, , past]) => to === before && through === past)],
    revalidateOnFocus: false,
    shouldRetryOnError: false
  })
}

/** Returns the stops of a route as text for a request. */
export const viaText = (via: readonly LatLng[]): string => via.map(latLngText).join('|')
