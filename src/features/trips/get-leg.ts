import type { Directions } from '@contract/routes'
import useSWR from 'swr'
import { invoke } from '@/lib/api'
import { type LatLng, latLngText, pointsOfPolyline } from '@/lib/geo'
import { keptWhile } from '@/lib/kept-while'
import type { Leg } from './leg'

/** Points of an encoded polyline. */
export function pointsOf(polyline: string): LatLng[] {
  return pointsOfPolyline(polyline)
}

/**
 * The way from where the car is to where it has to be.
 *
 * @throws AppError `no_route_found`, `too_many_requests`, …
 */
export async function getLeg(start: LatLng, dest: LatLng): Promise<Leg> {
  const answer = await invoke<Directions>('routes/directions', { start: latLngText(start), dest: latLngText(dest) })
  return {
    dest,
    polyline: answer.polylinePoints,
    points: pointsOf(answer.polylinePoints),
    distanceKm: answer.distance_in_km,
    timeSecs: answer.time_in_secs
  }
}

type LegKey = readonly ['leg', dest: string, start: string]

/** The way again whenever `start` changes, which the caller keeps rare; the last one stays meanwhile if it leads there, too. */
export function useLeg(start: LatLng | null, dest: LatLng | null) {
  const key: LegKey | null = start && dest && ['leg', latLngText(dest), latLngText(start)]
  return useSWR(key, () => (start && dest ? getLeg(start, dest) : Promise.reject(new Error('no leg'))), {
    use: [keptWhile<LegKey>(([, to], [, before]) => to === before)],
    revalidateOnFocus: false,
    shouldRetryOnError: false
  })
}
