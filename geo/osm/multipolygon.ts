import type { Extract, Relation } from './extract.ts'
import type { Way } from './way-store.ts'

export type Position = [number, number]
export type Ring = Position[]
/** A polygon as in GeoJSON: the outer ring, then the rings of its holes. */
export type Polygon = Ring[]

/**
 * Assembles the polygons of a multipolygon or boundary relation. The ways decide, and not their roles, which are often wrong:
 * rings inside of an odd number of others are holes. A segment of two ways is no border. Rings that are not closed, because a
 * way is missing in the extract, are left out.
 */
export function assemble(relation: Relation, extract: Extract): Polygon[] {
  const toRing = (nodes: readonly number[]): Ring => nodes.map((node) => extract.nodes.point(node))
  return assembleNodes(relation, extract).map((rings) => rings.map(toRing))
}

/** Assembles polygons like `assemble`, but returns indexes of nodes instead of points. */
export function assembleNodes(relation: Relation, extract: Extract): number[][][] {
  const ids = new Set(relation.members.filter(({ type }) => type === 'way').map(({ id }) => id))
  const ways = [...ids].flatMap((id) => extract.ways.get(id) ?? [])
  const point = (node: number) => extract.nodes.point(node)
  return nest(joinRings(ways, point), point)
}

/**
 * Joins ways end to end. Returns the closed rings as node indexes; the first and the last index are the same. No ring comes past
 * a node twice, and rings that meet in a node do not cross there.
 */
export function joinRings(ways: readonly Way[], point: (node: number) => Position): number[][] {
  const rings: number[][] = []
  const chains = cutWhereTheyMeet(bordersOf(ways))
  const partners = pairEnds(chains, point)
  const isUsed = new Uint8Array(chains.length)
  for (const first of chains.keys()) {
    if (isUsed[first]) continue
    let ring = (chains[first] as number[]).slice()
    isUsed[first] = 1
    // The end of chain c has the number 2c + 1, its start 2c. The ring is closed when it comes back to its first start.
    const start = 2 * first
    let next = partners.get(start + 1)
    while (next !== undefined && next !== start && !isUsed[next >> 1]) {
      isUsed[next >> 1] = 1
      const chain = chains[next >> 1] as number[]
      ring = ring.concat((next & 1 ? chain.toReversed() : chain).slice(1))
      next = partners.get(next ^ 1)
    }
    if (next === start && ring.length >= 4) rings.push(ring)
  }
  return rings.flatMap(simpleRings)
}

/** Cuts lines at the nodes in their middle that another line touches, or they themselves. */
function cutWhereTheyMeet(lines: readonly number[][]): number[][] {
  const uses = new Map<number, number>()
  for (const line of lines) {
    // A closed line has its first node twice.
    const nodes = line[0] === line.at(-1) ? line.slice(1) : line
    for (const node of nodes) uses.set(node, (uses.get(node) ?? 0) + 1)
  }
  return lines.flatMap((line) => {
    const pieces: number[][] = []
    let start = 0
    for (let i = 1; i < line.length; i++) {
      if (i < line.length - 1 && uses.get(line[i] as number) === 1) continue
      pieces.push(line.slice(start, i + 1))
      start = i
    }
    return pieces
  })
}

/** Pairs the ends of chains at each node: where more than two meet, neighbours by their direction, so that no pair crosses. */
function pairEnds(chains: readonly number[][], point: (node: number) => Position): Map<number, number> {
  const ends = new Map<number, number[]>()
  const nodesOf = (end: number): [at: number, towards: number] => {
    const chain = chains[end >> 1] as number[]
    return (end & 1 ? [chain.at(-1), chain.at(-2)] : [chain[0], chain[1]]) as [number, number]
  }
  for (let end = 0; end < 2 * chains.length; end++) {
    const [at] = nodesOf(end)
    ends.set(at, [...(ends.get(at) ?? []), end])
  }
  const angle = (end: number): number => {
    const [[x1, y1], [x2, y2]] = nodesOf(end).map(point) as [Position, Position]
    return Math.atan2(y2 - y1, (x2 - x1) * Math.cos((y1 * Math.PI) / 180))
  }
  const partners = new Map<number, number>()
  for (const meeting of ends.values()) {
    const sorted = meeting.length > 2 ? meeting.sort((a, b) => angle(a) - angle(b)) : meeting
    for (let i = 0; i + 1 < sorted.length; i += 2) {
      partners.set(sorted[i] as number, sorted[i + 1] as number)
      partners.set(sorted[i + 1] as number, sorted[i] as number)
    }
  }
  return partners
}

/** Returns the nodes of the ways, without the segments that two ways share: the areas on both sides of these are one. */
function bordersOf(ways: readonly Way[]): number[][] {
  const lines = ways.map(({ nodes }) => [...nodes].filter((node, i) => node >= 0 && node !== nodes[i - 1]))
  const uses = new Map<string, number>()
  const keyOf = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`)
  for (const line of lines) {
    line.slice(1).forEach((node, i) => {
      const key = keyOf(line[i] as number, node)
      uses.set(key, (uses.get(key) ?? 0) + 1)
    })
  }
  return lines.flatMap((line) => {
    const pieces: number[][] = []
    let piece = line.slice(0, 1)
    for (const [i, node] of line.entries()) {
      if (i === 0) continue
      const isBorder = (uses.get(keyOf(line[i - 1] as number, node)) ?? 0) % 2 === 1
      if (isBorder) piece.push(node)
      else {
        pieces.push(piece)
        piece = [node]
      }
    }
    return [...pieces, piece].filter(({ length }) => length >= 2)
  })
}

/** Cuts a ring at the nodes that it passes twice: a hole that touches its border in a node is a ring of its own. */
function simpleRings(ring: readonly number[]): number[][] {
  const rings: number[][] = []
  const at = new Map<number, number>()
  let path: number[] = []
  for (const node of ring) {
    const before = at.get(node)
    path.push(node)
    if (before === undefined) {
      at.set(node, path.length - 1)
      continue
    }
    const loop = path.slice(before)
    if (loop.length >= 4) rings.push(loop)
    for (const one of loop.slice(1, -1)) at.delete(one)
    path = path.slice(0, before + 1)
  }
  return rings
}

/** Sorts rings into polygons: each ring within an even number of others is a border, the others are holes of the border around. */
function nest(rings: readonly number[][], point: (node: number) => Position): number[][][] {
  if (rings.length === 1) return [[...rings]]
  const shapes = rings.map((nodes) => {
    const ring = nodes.map(point)
    return { nodes, ring, own: new Set(nodes), size: Math.abs(ringArea(ring)) }
  })
  type Shape = (typeof shapes)[number]
  const isWithin = (inner: Shape, outer: Shape): boolean => {
    if (inner === outer || inner.size > outer.size) return false
    // A corner that lies on the other ring says nothing.
    const at = inner.nodes.findIndex((node) => !outer.own.has(node))
    if (at >= 0) return contains(outer.ring, inner.ring[at] as Position)
    return contains(outer.ring, centroid(inner.ring))
  }
  const around = new Map(shapes.map((shape) => [shape, shapes.filter((other) => isWithin(shape, other))]))
  const borders = shapes.filter((shape) => (around.get(shape) ?? []).length % 2 === 0)
  const polygons = new Map(borders.map((border) => [border, [border.nodes]]))
  for (const [shape, outer] of around) {
    if (outer.length % 2 === 0) continue
    const border = outer.filter((other) => polygons.has(other)).sort((a, b) => a.size - b.size)[0]
    if (border) polygons.get(border)?.push(shape.nodes)
  }
  return [...polygons.values()]
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
