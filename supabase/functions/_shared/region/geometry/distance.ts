import type { LatLng } from './types.ts'

const EARTH_RADIUS = 6371008.8
const RADIANS = Math.PI / 180

/** Metres of one degree of latitude. */
export const METRES_PER_DEGREE = EARTH_RADIUS * RADIANS

/** Returns the great-circle distance between two points in metres. */
export function distance(a: LatLng, b: LatLng): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2)
  const sinLng = Math.sin(((b.lng - a.lng) * RADIANS) / 2)
  const h = sinLat * sinLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * sinLng * sinLng
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Returns a box [west, south, east, north] in degrees that holds all points within a number of metres of a point. */
export function boxAround({ lat, lng }: LatLng, metres: number): [number, number, number, number] {
  const up = metres / METRES_PER_DEGREE
  const aside = up / Math.max(0.01, Math.cos(lat * RADIANS))
  return [lng - aside, lat - up, lng + aside, lat + up]
}
