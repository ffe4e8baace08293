import { distance } from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract } from '../osm/extract.ts'
import { centroid, contains, type Position, type Ring, ringArea } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { isClosed, wayLine } from '../tiles/features.ts'
import { toLatLng } from './names.ts'

/** An element of the map with its tags, and the point at which the place index shows it. */
export interface Spot {
  key: string
  tags: Tags
  at: Position
}

/**
 * Returns all nodes, areas and multipolygons with a name or a house number, except roads and borders. Each iteration reads them
 * again from the extract. Storing them would take more memory than the rest of the index.
 */
export function readSpots(extract: Extract): Iterable<Spot> {
  return { [Symbol.iterator]: () => spots(extract) }
}

function* spots(extract: Extract): Generator<Spot> {
  const terminals = readTerminals(extract)
  for (const [node, tags] of extract.nodeTags) {
    if (isWanted(tags)) yield { key: `n${extract.nodes.id(node)}`, tags, at: extract.nodes.point(node) }
  }
  for (const way of extract.ways.values()) {
    if (!isWanted(way.tags) || !isClosed(way) || way.tags.highway) continue
    const ring = wayLine(way, extract)
    if (ring.length >= 4) yield { key: `w${way.id}`, tags: way.tags, at: middleOf(way.tags, ring, terminals) }
  }
  for (const { id, tags, members } of extract.relations) {
    if (!isWanted(tags) || tags.type !== 'multipolygon' || tags.boundary) continue
    const outer = members.find((member) => member.type === 'way' && member.role !== 'inner')
    const way = outer && extract.ways.get(outer.id)
    if (way) yield { key: `r${id}`, tags, at: middleOf(tags, wayLine(way, extract), terminals) }
  }
}

interface Terminal {
  at: Position
  /** Terminals for passengers mostly have a name, those for goods have none. */
  hasName: boolean
  size: number
}

/** A terminal this near to the border of an airport belongs to it, even if the fence is in front of it (metres). */
const BESIDE = 500

/** Returns the point at which a place is shown: of an airport its largest terminal, because nobody goes to the runway. */
function middleOf(tags: Tags, ring: Ring, terminals: readonly Terminal[]): Position {
  if (tags.aeroway !== 'aerodrome') return centroid(ring)
  const belongs = ({ at }: Terminal) =>
    contains(ring, at) || ring.some((corner) => distance(toLatLng(corner), toLatLng(at)) < BESIDE)
  const own = terminals.filter(belongs).sort((a, b) => Number(b.hasName) - Number(a.hasName) || b.size - a.size)
  return own[0]?.at ?? centroid(ring)
}

/** Reads the terminals of airports: each at its main entrance, if the map has one. */
function readTerminals(extract: Extract): Terminal[] {
  const terminals: Terminal[] = []
  for (const [node, tags] of extract.nodeTags) {
    if (tags.aeroway === 'terminal')
      terminals.push({ at: extract.nodes.point(node), hasName: tags.name !== undefined, size: 0 })
  }
  for (const way of extract.ways.values()) {
    if (way.tags.aeroway !== 'terminal' || !isClosed(way)) continue
    const ring = wayLine(way, extract)
    const main = way.nodes.find((node) => node >= 0 && extract.nodeTags.get(node)?.entrance === 'main')
    if (ring.length < 4) continue
    terminals.push({
      at: main === undefined ? centroid(ring) : extract.nodes.point(main),
      hasName: way.tags.name !== undefined,
      size: Math.abs(ringArea(ring))
    })
  }
  return terminals
}

function isWanted({ name, 'addr:housenumber': number }: Tags): boolean {
  return name !== undefined || number !== undefined
}
