import type { MultiPolygon, Polygon, Position } from 'geojson'
import type { LatLng } from './geo'

const ringsOf = (area: Polygon | MultiPolygon): Position[][] =>
  area.type === 'Polygon' ? area.coordinates.slice(0, 1) : area.coordinates.flatMap((rings) => rings.slice(0, 1))

/** Returns twice the signed area of a ring, and its centre of mass. */
function massOf(ring: Position[]): { size: number; middle: [number, number] } {
  const [x0 = 0, y0 = 0] = ring[0] ?? []
  let size = 0
  let x = 0
  let y = 0
  for (let index = 0; index + 1 < ring.length; index++) {
    // Subtract the first corner, because a small area would lose precision with absolute degrees.
    const [ax = 0, ay = 0] = ring[index] ?? []
    const [bx = 0, by = 0] = ring[index + 1] ?? []
    const cross = (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
    size += cross
    x += (ax + bx - 2 * x0) * cross
    y += (ay + by - 2 * y0) * cross
  }
  return size === 0 ? { size, middle: [x0, y0] } : { size, middle: [x0 + x / (3 * size), y0 + y / (3 * size)] }
}

/** Returns where the name of an area is drawn: the centre of mass of the area's largest part, as [lng, lat]. */
export function areaMiddle(area: Polygon | MultiPolygon): [lng: number, lat: number] {
  const parts = ringsOf(area).map(massOf)
  return parts.reduce((best, next) => (Math.abs(next.size) > Math.abs(best.size) ? next : best), {
    size: 0,
    middle: parts[0]?.middle ?? [0, 0]
  }).middle
}

/** Returns every corner of an area. */
export function areaCorners(area: Polygon | MultiPolygon): LatLng[] {
  return ringsOf(area)
    .flat()
    .map(([lng = 0, lat = 0]) => ({ lat, lng }))
}

/** Returns the polygon with these corners, without holes. */
export function polygonOf(corners: readonly LatLng[]): Polygon {
  const ring = [...corners, ...corners.slice(0, 1)].map(({ lng, lat }) => [lng, lat])
  return { type: 'Polygon', coordinates: [ring] }
}

/** Largest number of corners that can be edited. Dragging more of them one by one is impractical. */
const MOST_CORNERS = 200

/**
 * Returns the corners of an area, each once. Returns null if the area has several parts, holes or too many corners.
 */
export function editableCorners(area: Polygon | MultiPolygon): LatLng[] | null {
  const parts = area.type === 'Polygon' ? [area.coordinates] : area.coordinates
  const [rings] = parts
  if (parts.length !== 1 || rings?.length !== 1) return null
  const corners = areaCorners(area).slice(0, -1)
  return corners.length <= MOST_CORNERS ? corners : null
}

const turnOf = (a: LatLng, b: LatLng, c: LatLng) =>
  Math.sign((b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng))

/** Returns whether `p` lies between a and b. `p` must be on the line through them. */
const isBetween = (a: LatLng, b: LatLng, p: LatLng) =>
  Math.min(a.lng, b.lng) <= p.lng &&
  p.lng <= Math.max(a.lng, b.lng) &&
  Math.min(a.lat, b.lat) <= p.lat &&
  p.lat <= Math.max(a.lat, b.lat)

/** Returns whether the edges a-b and c-d share a point. */
function edgesMeet(a: LatLng, b: LatLng, c: LatLng, d: LatLng): boolean {
  const [abc, abd, cda, cdb] = [turnOf(a, b, c), turnOf(a, b, d), turnOf(c, d, a), turnOf(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  )
}

/** Returns whether the edge b-c goes back over the edge a-b. */
const turnsBack = (a: LatLng, b: LatLng, c: LatLng) =>
  turnOf(a, b, c) === 0 && (b.lng - a.lng) * (c.lng - b.lng) + (b.lat - a.lat) * (c.lat - b.lat) < 0

/**
 * Returns whether an edge between these corners goes back over the edge before it, or crosses or touches an edge that is not
 * its neighbour.
 *
 * @param closed whether an edge leads from the last corner to the first
 */
export function crossesItself(corners: readonly LatLng[], closed: boolean): boolean {
  const count = closed ? corners.length : corners.length - 1
  const at = (index: number) => corners[index % corners.length] as LatLng
  for (let i = 0; i < count; i++) {
    if ((closed || i + 1 < count) && turnsBack(at(i), at(i + 1), at(i + 2))) return true
    for (let j = i + 2; j < count; j++) {
      const areNeighbours = closed && i === 0 && j === count - 1
      if (!areNeighbours && edgesMeet(at(i), at(i + 1), at(j), at(j + 1))) return true
    }
  }
  return false
}
