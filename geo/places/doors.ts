import {
  distance,
  doorKey,
  type Graph,
  type LatLng,
  Placing,
  type RoadSpot,
  streetKey
} from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract } from '../osm/extract.ts'
import { contains, type Position, type Ring } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { wayLine } from '../tiles/features.ts'
import { toLatLng } from './names.ts'
import { readSpots, type Spot } from './spots.ts'

type Doors = Pick<Graph, 'doorPlace' | 'doorRoad' | 'doorLng' | 'doorLat'>

/** The street of an address is in front of the house if it is within this many metres. */
const STREET_NEAR = 150
/** A driveway is in front of the house, and not the street, if it is nearer by this factor or the street is this far. */
const DRIVEWAY_NEARER = 3
const STREET_FAR = 60
/** An area that extends this far from its middle is a site, such as a park or a hospital, and not one house (metres). */
const SITE = 60
/** A road along the edge of a site is at most this much farther from it than the nearest road (metres). */
const BESIDE = 20
/** A door that is as near as this to the nearest road is not worth a word (metres). */
const SAME = 5

/**
 * Finds where people are let in and out at each place of the map. That is mostly the nearest road, but a house has its door at
 * the street of its address, a building at its entrance, and a park or a hospital at its edge. Only places whose door is not at
 * the nearest road are returned.
 */
export function findDoors(extract: Extract, graph: Graph): Doors {
  const placing = new Placing(graph)
  const entrances = readEntrances(extract)
  const keyOfName = graph.names.map((name) => (name === '' ? '' : streetKey(name)))
  const found = new Map<number, RoadSpot[0]>()
  for (const spot of readSpots(extract)) {
    const at = toLatLng(spot.at)
    const nearest = placing.nearest(at, 'stop')
    if (!nearest) continue
    const ring = ringOf(spot, extract)
    const front = entrances.of(spot) ?? at
    const [door] = streetOf(spot.tags, front) ?? siteDoor(ring, at, front) ?? placing.nearest(front, 'stop') ?? nearest
    if (door.road !== nearest[0].road && distance(door, nearest[0]) > SAME) found.set(doorKey(at.lat, at.lng), door)
  }
  const keys = Float64Array.from(found.keys()).sort()
  const doors = Array.from(keys, (key) => found.get(key) as RoadSpot[0])
  return {
    doorPlace: keys,
    doorRoad: Uint32Array.from(doors, ({ road }) => road),
    doorLng: Int32Array.from(doors, ({ lng }) => Math.round(lng * 1e6)),
    doorLat: Int32Array.from(doors, ({ lat }) => Math.round(lat * 1e6))
  }

  /** Returns the point on the street of an address, or on the driveway that is in front of the house. */
  function streetOf(tags: Tags, front: LatLng): RoadSpot | null {
    const name = tags['addr:street']
    if (!name) return null
    const key = streetKey(name)
    const street = placing.nearestOf(front, STREET_NEAR, (road) => keyOfName[graph.roadName[road] as number] === key)
    if (!street) return null
    const far = street[0].metres
    const driveway = placing.nearestOf(front, far, (road) => graph.roadStop[road] === 2)
    const isFront = driveway && (far > STREET_FAR || driveway[0].metres * DRIVEWAY_NEARER < far)
    return isFront ? driveway : street
  }

  /** Returns the point on the road at the edge of a site; null if roads lead into it, or if it is no site. */
  function siteDoor(ring: Ring, at: LatLng, front: LatLng): RoadSpot | null {
    if (
      front !== at ||
      !contains(ring, [at.lng, at.lat]) ||
      !ring.some((corner) => distance(toLatLng(corner), at) > SITE)
    )
      return null
    const inside = placing.nearest(at, 'stop')
    if (inside && contains(ring, [inside[0].lng, inside[0].lat])) return null
    const edges = ring.map((corner) => placing.nearest(toLatLng(corner), 'stop')).filter((edge) => edge !== null)
    const least = Math.min(...edges.map(([{ metres }]) => metres))
    const beside = edges.filter(([{ metres }]) => metres <= least + BESIDE)
    return beside.sort(([a], [b]) => distance(a, at) - distance(b, at))[0] ?? null
  }
}

function ringOf({ key }: Spot, extract: Extract): Ring {
  const id = Number(key.slice(1))
  if (key.startsWith('w')) {
    const way = extract.ways.get(id)
    return way ? wayLine(way, extract) : []
  }
  return []
}

/** Which entrances people use, the most important first. Those for goods, cars and emergencies are none. */
const ENTRANCES = ['main', 'yes', 'home', 'staircase', 'entrance']

/** The entrances of buildings: nodes on their outlines. */
function readEntrances(extract: Extract): { of(spot: Spot): LatLng | null } {
  const ranks = new Map<number, number>()
  for (const [node, { entrance, level = '0', access }] of extract.nodeTags) {
    const rank = ENTRANCES.indexOf(entrance ?? '')
    if (rank < 0 || access === 'no') continue
    ranks.set(node, rank + (level === '0' ? 0 : ENTRANCES.length))
  }
  return {
    of({ key }) {
      if (ranks.size === 0 || !key.startsWith('w')) return null
      const nodes = extract.ways.get(Number(key.slice(1)))?.nodes ?? []
      let best: { node: number; rank: number } | null = null
      for (const node of nodes) {
        const rank = ranks.get(node)
        if (rank !== undefined && (!best || rank < best.rank)) best = { node, rank }
      }
      return best && toLatLng(extract.nodes.point(best.node) as Position)
    }
  }
}
