import type { Extract, Relation } from './extract.ts'
import type { Way } from './way-store.ts'

export type Position = [number, number]
export type Ring = Position[]
/** A polygon as in GeoJSON: the outer ring, then the rings of its holes. */
export type Polygon = Ring[]

/**
 * Assembles the polygons of a multipolygon or boundary relation: joins its ways to rings, then assigns each hole to the outer
 * ring around it. Rings that are not closed, because a way is missing in the extract, are left out.
 */
export function assemble(relation: Relation, extract: Extract): Polygon[] {
  const toRing = (nodes: readonly number[]): Ring => nodes.map((node) => extract.nodes.point(node))
  return assembleNodes(relation, extract).map((rings) => rings.map(toRing))
}

/** Assembles polygons like `assemble`, but returns indexes of nodes instead of points. */
export function assembleNodes(relation: Relation, extract: Extract): number[][][] {
  const members = (role: (role: string) => boolean): Way[] =>
    relation.members.flatMap((member) => {
      const way = member.type === 'way' && role(member.role) ? extract.ways.get(member.id) : undefined
      return way ? [way] : []
    })
  const outers = joinRings(members((role) => role !== 'inner'))
  const inners = joinRings(members((role) => role === 'inner'))

  const polygons = outers.map((ring) => [ring])
  if (inners.length === 0) return polygons
  const shapes = outers.map((ring) => ring.map((node) => extract.nodes.point(node)))
  for (const inner of inners) {
    const first = extract.nodes.point(inner[0] ?? 0)
    polygons[shapes.findIndex((shape) => contains(shape, first))]?.push(inner)
  }
  return polygons
}

/** Joins ways end to end. Returns the closed rings as node indexes; the first and the last index are the same. */
export function joinRings(ways: readonly Way[]): number[][] {
  const rings: number[][] = []
  const open: number[][] = []
  for (const way of ways) {
    const nodes = [...way.nodes].filter((node) => node >= 0)
    if (nodes.length < 2) continue
    if (nodes.length >= 4 && nodes[0] === nodes.at(-1)) rings.push(nodes)
    else open.push(nodes)
  }
  for (let chain = open.shift(); chain; chain = open.shift()) {
    while (chain[0] !== chain.at(-1)) {
      const end = chain.at(-1)
      const next = open.findIndex((candidate) => candidate[0] === end || candidate.at(-1) === end)
      const [piece] = next < 0 ? [] : open.splice(next, 1)
      if (!piece) break
      if (piece[0] !== end) piece.reverse()
      chain = chain.concat(piece.slice(1))
    }
    if (chain.length >= 4 && chain[0] === chain.at(-1)) rings.push(chain)
  }
  return rings
}

/** Whether a point is inside a ring (even-odd rule). */
export function contains(ring: Ring, [x, y]: Position): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i] ?? [0, 0]
    const [xj, yj] = ring[j] ?? [0, 0]
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

/** Whether a point is inside a polygon and outside its holes. */
export function insidePolygon([outer, ...holes]: Polygon, point: Position): boolean {
  return outer !== undefined && contains(outer, point) && !holes.some((hole) => contains(hole, point))
}

/** Returns the centre of a ring's area; the centre of its corners if the area is zero. */
export function centroid(ring: Ring): Position {
  const [ox, oy] = ring[0] ?? [0, 0]
  let area = 0
  let x = 0
  let y = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i] ?? [0, 0]
    const [xj, yj] = ring[j] ?? [0, 0]
    const cross = (xj - ox) * (yi - oy) - (xi - ox) * (yj - oy)
    area += cross
    x += (xi - ox + xj - ox) * cross
    y += (yi - oy + yj - oy) * cross
  }
  return area === 0 ? [ox, oy] : [ox + x / (3 * area), oy + y / (3 * area)]
}

/** Returns the signed area of a ring in square degrees: positive if its corners go against the clock. */
export function ringArea(ring: Ring): number {
  const [ox, oy] = ring[0] ?? [0, 0]
  let twice = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i] ?? [0, 0]
    const [xj, yj] = ring[j] ?? [0, 0]
    twice += (xj - ox) * (yi - oy) - (xi - ox) * (yj - oy)
  }
  return twice / 2
}
