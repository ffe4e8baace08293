import type { Extract, Relation, Way } from './extract.ts'

export type Position = [number, number]
export type Ring = Position[]
/** GeoJSON polygon: outer ring, then its holes. */
export type Polygon = Ring[]

/**
 * Assembles the polygons of a multipolygon or boundary relation: joins member ways into rings, then gives each hole to
 * the outer ring around it. Rings that stay open because the extract cut members away are left out.
 */
export function assemble(relation: Relation, extract: Extract): Polygon[] {
  const members = (role: (role: string) => boolean): Way[] =>
    relation.members.flatMap((member) => {
      const way = member.type === 'way' && role(member.role) ? extract.ways.get(member.id) : undefined
      return way ? [way] : []
    })
  const toRing = (nodes: number[]): Ring => nodes.map((node) => extract.nodes.point(node))
  const outers = joinRings(members((role) => role !== 'inner')).map(toRing)
  const inners = joinRings(members((role) => role === 'inner')).map(toRing)

  const polygons: Polygon[] = outers.map((ring) => [ring])
  for (const inner of inners) {
    const [first] = inner
    const around = first && polygons.find(([outer]) => outer && contains(outer, first))
    around?.push(inner)
  }
  return polygons
}

/** Joins ways end to end; answers closed rings of node indexes, first and last the same. */
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

/** Centre of a ring's area; of its corners where it has none. */
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
