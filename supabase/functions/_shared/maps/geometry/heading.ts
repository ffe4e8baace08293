import type { LatLng } from './types.ts'

/** Degrees of the straight line from a to b, clockwise from north: -180 to 180. */
export function heading(a: LatLng, b: LatLng): number {
  const east = (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180)
  return (Math.atan2(east, b.lat - a.lat) * 180) / Math.PI
}

/** Degrees by which a drive from a to b turns when it goes on from c to d; positive to the right, ±180 back. */
export function turnAngle(a: LatLng, b: LatLng, c: LatLng, d: LatLng): number {
  return ((heading(c, d) - heading(a, b) + 540) % 360) - 180
}
