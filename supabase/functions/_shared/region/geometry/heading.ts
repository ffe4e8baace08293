import type { LatLng } from './types.ts'

/** Returns the direction from a to b in degrees clockwise from north: -180 to 180. */
export function heading(a: LatLng, b: LatLng): number {
  const east = (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180)
  return (Math.atan2(east, b.lat - a.lat) * 180) / Math.PI
}

/** Returns the angle in degrees between the directions a-b and c-d: positive for a turn to the right, ±180 for a U-turn. */
export function turnAngle(a: LatLng, b: LatLng, c: LatLng, d: LatLng): number {
  return ((heading(c, d) - heading(a, b) + 540) % 360) - 180
}
