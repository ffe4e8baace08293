import { distanceKm, type LatLng } from './geo'

/** The position on a line that is nearest to a point. */
export interface LinePosition {
  /** Index of the line's segment: the segment leads from the line's point with this index to the next one. */
  index: number
  /** The nearest point on the line. */
  foot: LatLng
  /** How far along the line `foot` is: 0 at the start, 1 at the end. */
  share: number
  /** Distance between the point and the line (m). */
  offMetres: number
}

const RADIANS = Math.PI / 180

/**
 * Returns how far along the segment from a to b the point nearest to `p` is (0 to 1). It is computed on a plane, which is exact
 * enough for the length of a street.
 */
function nearestShare(a: LatLng, b: LatLng, p: LatLng): number {
  const scale = Math.cos(a.lat * RADIANS)
  const dx = (b.lng - a.lng) * scale
  const dy = b.lat - a.lat
  const length = dx * dx + dy * dy
  if (length === 0) return 0
  const share = ((p.lng - a.lng) * scale * dx + (p.lat - a.lat) * dy) / length
  return Math.min(1, Math.max(0, share))
}

/**
 * Finds the position on a line that is nearest to a point.
 *
 * @returns null for a line of fewer than two points
 */
export function projectOnLine(points: readonly LatLng[], at: LatLng): LinePosition | null {
  let walked = 0
  let nearest: { index: number; foot: LatLng; at: number; off: number } | null = null
  for (let index = 0; index + 1 < points.length; index++) {
    const a = points[index]
    const b = points[index + 1]
    if (!a || !b) continue
    const segment = distanceKm(a, b)
    const share = nearestShare(a, b, at)
    const foot = { lat: a.lat + (b.lat - a.lat) * share, lng: a.lng + (b.lng - a.lng) * share }
    const off = distanceKm(foot, at)
    if (!nearest || off < nearest.off) nearest = { index, foot, at: walked + segment * share, off }
    walked += segment
  }
  if (!nearest) return null
  const { index, foot, off } = nearest
  return { index, foot, share: walked === 0 ? 1 : nearest.at / walked, offMetres: off * 1000 }
}

/** Splits a line at a position into the part before and the part after it. Both parts contain the position. */
export function splitLine(points: readonly LatLng[], { index, foot }: LinePosition): [LatLng[], LatLng[]] {
  return [
    [...points.slice(0, index + 1), foot],
    [foot, ...points.slice(index + 1)]
  ]
}
