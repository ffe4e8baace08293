import {
  distance,
  encodePolyline,
  type LatLng,
  type PlacesFile,
  streetKey
} from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract } from '../osm/extract.ts'
import type { Position } from '../osm/multipolygon.ts'
import { toLatLng } from './names.ts'
import type { Street } from './streets.ts'

// Points within this many metres count as one crossing, because two dual carriageways meet at several points.
const ONE_CROSSING = 60

interface Pair {
  first: number
  second: number
  at: LatLng[]
  /** The town of the crossing, if it differs from the town of the first street. */
  area?: string
}

/**
 * Finds where two streets meet: at a shared node, or at an unnamed roundabout that both reach.
 *
 * @param indexOf returns a street's index in the places file
 */
export function readCrossings(
  extract: Extract,
  streets: readonly Street[],
  areaAt: (point: Position) => string,
  indexOf: (street: Street) => number
): PlacesFile['crossings'] {
  const pairs = new Map<string, Pair>()
  for (const [junction, meeting] of readJunctions(extract, streets)) {
    const point = junction >= 0 ? extract.nodes.point(junction) : middle(extract, -junction)
    const area = areaAt(point)
    const sorted = oneOfEachName(meeting, area).sort((a, b) => indexOf(a) - indexOf(b))
    for (const [i, one] of sorted.entries()) {
      for (const other of sorted.slice(i + 1)) {
        const [first, second] = [indexOf(one), indexOf(other)]
        const key = `${first} ${second}`
        const pair = pairs.get(key) ?? { first, second, at: [], ...(one.area !== area && { area }) }
        pair.at.push(toLatLng(point))
        pairs.set(key, pair)
      }
    }
  }
  return [...pairs.values()]
    .sort((a, b) => a.first - b.first || a.second - b.second)
    .map(({ first, second, at, area }) => {
      const points = encodePolyline(oneEach(at))
      return area === undefined ? [first, second, points] : [first, second, points, area]
    })
}

/**
 * Returns one street for each name among the streets that meet at a point. A street that continues in the next municipality is
 * stored as two streets with one name. Of these, the one in `area` is returned.
 */
function oneOfEachName(meeting: Iterable<Street>, area: string): Street[] {
  const byName = new Map<string, Street>()
  for (const street of meeting) {
    const name = streetKey(street.name)
    if (!byName.has(name) || street.area === area) byName.set(name, street)
  }
  return [...byName.values()]
}

/** Returns the streets of each junction where several meet. The key is a node, or the negative way id of a roundabout. */
function readJunctions(extract: Extract, streets: readonly Street[]): Map<number, Set<Street>> {
  const roundaboutOf = roundabouts(extract)
  const passed = new Map<number, Street>()
  const junctions = new Map<number, Set<Street>>()
  for (const street of streets) {
    for (const way of street.ways) {
      for (const node of way) {
        const junction = roundaboutOf.get(node) ?? node
        const other = passed.get(junction)
        if (!other) passed.set(junction, street)
        else if (other !== street) {
          const meeting = junctions.get(junction) ?? new Set([other])
          junctions.set(junction, meeting.add(street))
        }
      }
    }
  }
  return junctions
}

/** Returns the nodes of unnamed roundabouts, each with the negative id of its roundabout's way. */
function roundabouts({ ways }: Extract): Map<number, number> {
  const roundaboutOf = new Map<number, number>()
  for (const { id, tags, nodes } of ways.values()) {
    if (tags.junction !== 'roundabout' || tags.name || nodes[0] !== nodes.at(-1)) continue
    for (const node of nodes) roundaboutOf.set(node, -id)
  }
  return roundaboutOf
}

function middle({ ways, nodes }: Extract, roundabout: number): Position {
  const corners = [...(ways.get(roundabout)?.nodes ?? [])].slice(1).filter((node) => node >= 0)
  const [x, y] = corners.map((node) => nodes.point(node)).reduce(([x, y], [lng, lat]) => [x + lng, y + lat], [0, 0])
  return [x / corners.length, y / corners.length]
}

/** Reduces points that are close together to one point for each crossing. Returns them from south to north. */
function oneEach(points: LatLng[]): LatLng[] {
  const found: LatLng[] = []
  for (const point of points.sort((a, b) => a.lat - b.lat || a.lng - b.lng)) {
    if (!found.some((other) => distance(other, point) < ONE_CROSSING)) found.push(point)
  }
  return found
}
