import type { Directions } from '@contract/routes'
import useSWR from 'swr'
import { invoke } from '@/lib/api'
import { type LatLng, latLngText, pointsOfPolyline } from '@/lib/geo'
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

/** The way again whenever `start` changes, which the caller keeps rare. */
export function useLeg(start: LatLng | null, dest: LatLng | null) {
  const key = start && dest ? (['leg', latLngText(start), latLngText(dest)] as const) : null
  return useSWR(key, () => (start && dest ? getLeg(start, dest) : Promise.reject(new Error('no leg'))), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    shouldRetryOnError: false
  })
}
