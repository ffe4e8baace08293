import type { Directions } from '@contract/routes'
import useSWR from 'swr'
import { invoke } from '@/lib/api'
import { type LatLng, latLngText, pointsOfPolyline } from '@/lib/geo'
import { keptWhile } from '@/lib/kept-while'
import type { Leg } from './leg'

export function pointsOf(polyline: string): LatLng[] {
  return pointsOfPolyline(polyline)
}

/**
 * The route from the car to its destination.
 *
 * @param via the remaining stops for a driver, who gets each manoeuvre; null for other viewers
 * @throws AppError `no_route_found`, `too_many_requests`, …
 */
export async function getLeg(start: LatLng, dest: LatLng, via: readonly LatLng[] | null = null): Promise<Leg> {
  const answer = await invoke<Directions>('routes/directions', {
    start: latLngText(start),
    dest: latLngText(dest),
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
 * The route, requested again whenever `start` changes, which the caller keeps rare. Until it arrives, the previous one stays if
 * it leads to the same place.
 */
export function useLeg(start: LatLng | null, dest: LatLng | null, via: readonly LatLng[] | null) {
  const key: LegKey | null = start && dest && ['leg', latLngText(dest), latLngText(start), via && viaText(via)]
  return useSWR(key, () => (start && dest ? getLeg(start, dest, via) : Promise.reject(new Error('no leg'))), {
    use: [keptWhile<LegKey>(([, to, , through], [, before, , past]) => to === before && through === past)],
    revalidateOnFocus: false,
    shouldRetryOnError: false
  })
}

/** The stops of a route as text. */
export const viaText = (via: readonly LatLng[]): string => via.map(latLngText).join('|')
