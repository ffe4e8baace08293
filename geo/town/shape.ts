import type { Position, Ring } from '../osm/multipolygon.ts'
import { simplify } from '../still/shapes.ts'

/** More corners than this are impractical to move one by one. */
const MOST_CORNERS = 60
const METRES_PER_DEGREE = 111_195

/** Returns the smallest area without a dent that contains all points: its corners against the clock, each once. */
export function hullOf(points: readonly Position[]): Ring {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by)
  const half = (list: readonly Position[]): Ring => {
    const ring: Ring = []
    for (const point of list) {
      while (ring.length >= 2 && turn(ring.at(-2) as Position, ring.at(-1) as Position, point) <= 0) ring.pop()
      ring.push(point)
    }
    return ring.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

/** Returns the points that are `metres` away from a point in eight directions. */
export function around([lng, lat]: Position, metres: number): Position[] {
  const [up, across] = [metres / METRES_PER_DEGREE, metres / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180)]
  return Array.from({ length: 8 }, (_, i): Position => {
    const angle = (i * Math.PI) / 4
    return [lng + across * Math.cos(angle), lat + up * Math.sin(angle)]
  })
}

/**
 * Returns the corners of a closed ring, each once, so few that a person can move them: those that matter least are left out.
 * Returns null if its edges would cross then.
 */
export function fewCorners(ring: Ring): Ring | null {
  for (let tolerance = 1e-4; ; tolerance *= 1.3) {
    const corners = simplify(ring, tolerance).slice(0, -1) as Ring
    if (corners.length < 3) return null
    if (corners.length <= MOST_CORNERS) return crossesItself(corners) ? null : corners.map(rounded)
  }
}

/** Rounds to a metre or so. */
export const rounded = ([lng, lat]: Position): Position => [Math.round(lng * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5]

function crossesItself(corners: Ring): boolean {
  const at = (i: number) => corners[i % corners.length] as Position
  return corners.some((a, i) =>
    corners.some((c, j) => {
      const areNeighbours = Math.abs(i - j) < 2 || Math.abs(i - j) === corners.length - 1
      if (areNeighbours) return false
      const [b, d] = [at(i + 1), at(j + 1)]
      return turn(a, b, c) > 0 !== turn(a, b, d) > 0 && turn(c, d, a) > 0 !== turn(c, d, b) > 0
    })
  )
}
