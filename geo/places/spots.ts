import type { Extract } from '../osm/extract.ts'
import { centroid, type Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { isClosed, wayLine } from '../tiles/features.ts'

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
  for (const [node, tags] of extract.nodeTags) {
    if (isWanted(tags)) yield { key: `n${extract.nodes.id(node)}`, tags, at: extract.nodes.point(node) }
  }
  for (const way of extract.ways.values()) {
    if (!isWanted(way.tags) || !isClosed(way) || way.tags.highway) continue
    const ring = wayLine(way, extract)
    if (ring.length >= 4) yield { key: `w${way.id}`, tags: way.tags, at: centroid(ring) }
  }
  for (const { id, tags, members } of extract.relations) {
    if (!isWanted(tags) || tags.type !== 'multipolygon' || tags.boundary) continue
    const outer = members.find((member) => member.type === 'way' && member.role !== 'inner')
    const way = outer && extract.ways.get(outer.id)
    if (way) yield { key: `r${id}`, tags, at: centroid(wayLine(way, extract)) }
  }
}

function isWanted({ name, 'addr:housenumber': number }: Tags): boolean {
  return name !== undefined || number !== undefined
}
