import { distanceKm, type LatLng } from '@/lib/geo/geo'

/**
 * Minimum distance between two positions (m) for computing a direction. A shorter distance may be the noise of a parked phone's
 * positions.
 */
const MIN_METRES = 8
const RADIANS = Math.PI / 180

/** Returns the initial bearing from one point to another, in degrees clockwise from north. */
export function bearing(from: LatLng, to: LatLng): number {
  const dLng = (to.lng - from.lng) * RADIANS
  const y = Math.sin(dLng) * Math.cos(to.lat * RADIANS)
  const x =
    Math.cos(from.lat * RADIANS) * Math.sin(to.lat * RADIANS) -
    Math.sin(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * Math.cos(dLng)
  return (Math.atan2(y, x) / RADIANS + 360) % 360
}

/**
 * Returns a car's heading: the one that the phone reports. If the phone reports none, it is the direction of the movement from
 * the `previous` position, or the previous heading if the car has hardly moved. Null if there is no previous position either.
 */
export function courseOf<T extends LatLng & { heading: number | null }>(previous: T | null, fix: T): number | null {
  if (fix.heading !== null || !previous) return fix.heading
  return distanceKm(previous, fix) * 1000 < MIN_METRES ? previous.heading : bearing(previous, fix)
}
