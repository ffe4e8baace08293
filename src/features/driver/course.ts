import { distanceKm, type LatLng } from '@/lib/geo'

/** Minimum distance of two positions (m) for computing a direction: below it they may be noise of a parked phone. */
const MIN_METRES = 8
const RADIANS = Math.PI / 180

/** The initial bearing from one point to another, degrees clockwise from north. */
export function bearing(from: LatLng, to: LatLng): number {
  const dLng = (to.lng - from.lng) * RADIANS
  const y = Math.sin(dLng) * Math.cos(to.lat * RADIANS)
  const x =
    Math.cos(from.lat * RADIANS) * Math.sin(to.lat * RADIANS) -
    Math.sin(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * Math.cos(dLng)
  return (Math.atan2(y, x) / RADIANS + 360) % 360
}

/** A car's heading: from the phone, or else from its movement, or else the previous one. */
export function courseOf<T extends LatLng & { heading: number | null }>(previous: T | null, fix: T): number | null {
  if (fix.heading !== null || !previous) return fix.heading
  return distanceKm(previous, fix) * 1000 < MIN_METRES ? previous.heading : bearing(previous, fix)
}
