import { distance, type LatLng, streetKey } from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract } from '../osm/extract.ts'
import type { Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { toLatLng } from './names.ts'

// Values of the tag `highway` that are no streets with addresses.
const NO_STREETS = new Set(['construction', 'proposed', 'raceway', 'bridleway'])
const NO_NAME = /^(?:fixme|unknown|unnamed|\P{L}*)$/iu

/** A street: all ways of the map with one name in one town. */
export interface Street {
  key: string
  name: string
  area: string
  /** Merged tags of the street's ways: for each key the first way that has it decides. */
  tags: Tags
  /** For each way of the street its nodes, at least two, as indexes into the node store. */
  ways: Int32Array[]
  at: LatLng
}

/** Reads the streets. Ways with the same name in two towns are two streets. @param areaAt returns the town of a point */
export function readStreets(extract: Extract, areaAt: (point: Position) => string): Street[] {
  const groups = new Map<string, Omit<Street, 'at'>>()
  for (const way of extract.ways.values()) {
    const { highway, name } = way.tags
    if (!highway || !name || NO_STREETS.has(highway) || NO_NAME.test(name)) continue
    const nodes = way.nodes.filter((node) => node >= 0)
    const middle = nodes[Math.floor(nodes.length / 2)]
    if (nodes.length < 2 || middle === undefined) continue
    const area = areaAt(extract.nodes.point(middle))
    const key = keyOf(name, area)
    const group = groups.get(key)
    if (!group) {
      groups.set(key, { key, name, area, tags: { ...way.tags }, ways: [nodes] })
      continue
    }
    group.tags = { ...way.tags, ...group.tags }
    group.ways.push(nodes)
  }
  return [...groups.values()].map((group) => ({ ...group, at: middleOf(group.ways, extract) }))
}

/** Returns a key for a street, which is equal for all spellings of its name in one town. */
export function keyOf(name: string, area: string): string {
  return `${streetKey(name)} ${area}`
}

/** Returns the point on the ways that is nearest to their common centre. */
function middleOf(ways: readonly Int32Array[], { nodes }: Extract): LatLng {
  const points = ways.flatMap((way) => Array.from(way, (node) => nodes.point(node)))
  const middle = toLatLng([
    points.reduce((sum, [lng]) => sum + lng, 0) / points.length,
    points.reduce((sum, [, lat]) => sum + lat, 0) / points.length
  ])
  let best = middle
  let metres = Infinity
  for (const point of points) {
    const away = distance(toLatLng(point), middle)
    if (away < metres) [best, metres] = [toLatLng(point), away]
  }
  return best
}

/** Returns the course of a street as lines: its ways, joined at each point where exactly two of their ends meet. */
export function joinedLines(ways: readonly Int32Array[]): number[][] {
  const lines = ways.map((way) => [...way])
  const ends = new Map<number, number[][]>()
  const touch = (node: number | undefined, line: number[]) => {
    if (node === undefined) return
    ends.set(node, [...(ends.get(node) ?? []), line])
  }
  for (const line of lines) {
    touch(line[0], line)
    touch(line.at(-1), line)
  }
  const gone = new Set<number[]>()
  const joined: number[][] = []
  for (const line of lines) {
    if (gone.has(line)) continue
    gone.add(line)
    const forward = grow(line, ends, gone)
    joined.push(grow(forward.reverse(), ends, gone).reverse())
  }
  return joined
}

/** Returns the line, extended at its end by the lines that continue it. Adds these lines to `gone`. */
function grow(line: number[], ends: Map<number, number[][]>, gone: Set<number[]>): number[] {
  let whole = line.slice()
  for (;;) {
    const end = whole.at(-1) ?? -1
    const touching = ends.get(end) ?? []
    const next = touching.find((other) => !gone.has(other))
    if (!next || touching.length !== 2) return whole
    gone.add(next)
    whole = whole.concat((next[0] === end ? next : next.slice().reverse()).slice(1))
  }
}
