import type { LatLng } from '../supabase/functions/_shared/maps/geometry/types.ts'

export type Point = LatLng

const METRES_PER_DEGREE = 111_195
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two points, right to a per mille within a city. */
export function metres(a: Point, b: Point): number {
  const x = (b.lng - a.lng) * Math.cos(radians((a.lat + b.lat) / 2))
  return METRES_PER_DEGREE * Math.hypot(x, b.lat - a.lat)
}

/** Degrees clockwise from north. */
export function heading(from: Point, to: Point): number {
  const x = (to.lng - from.lng) * Math.cos(radians(from.lat))
  return ((Math.atan2(x, to.lat - from.lat) * 180) / Math.PI + 360) % 360
}
