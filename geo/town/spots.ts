import { distance, type Graph, type LatLng, type PlacesFile } from '../../supabase/functions/_shared/region/mod.ts'
import { type Box, isInside } from '../osm/box.ts'
import type { Extract } from '../osm/extract.ts'
import { assemble, centroid, type Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { withoutTwins } from '../osm/twins.ts'
import { toLatLng } from '../places/names.ts'
import { isClosed, wayLine } from '../tiles/features.ts'
import { around, fewCorners, hullOf, rounded } from './shape.ts'

export const SPOT_KINDS = ['airport', 'station', 'ferry', 'hospital', 'border'] as const
export type SpotKind = (typeof SPOT_KINDS)[number]

/** A place from and to which many firms drive at a fixed price. */
export interface FixedSpot {
  kind: SpotKind
  /** Its name on the map; empty for a border crossing, which mostly has none. */
  name: string
  /** The nearest town or village; empty if none is near. */
  near: string
  lat: number
  lng: number
  /** The corners of an area without dents around the place and the streets in front of it. */
  corners: Position[]
}

/** So many of a kind are offered, those nearest to the centre. */
const MOST = 12
/** How far around a place people are picked up for its price, in metres: around an area, and around a point. */
const BESIDE_AREA = 100
const BESIDE_POINT = 200
const TWINS = 600
const NEAR = 6000
/** A place farther from every street of the graph is on an island, or behind a gate. */
const BY_THE_STREET = 500

function kindOf({ aeroway, railway, station, amenity, barrier, healthcare }: Tags): SpotKind | null {
  if (aeroway === 'aerodrome' || aeroway === 'heliport') return 'airport'
  if ((railway === 'station' || railway === 'halt') && station !== 'subway' && station !== 'light_rail')
    return 'station'
  if (amenity === 'ferry_terminal') return 'ferry'
  if (amenity === 'hospital' && (healthcare === undefined || healthcare === 'hospital')) return 'hospital'
  return barrier === 'border_control' ? 'border' : null
}

/** Finds the airports, stations, ferries, hospitals and border crossings of a region. */
export function findSpots(
  extract: Extract,
  { bbox, center }: { bbox: Box; center: Position },
  { places }: PlacesFile,
  graph: Graph
): FixedSpot[] {
  const towns = places.filter(({ kind, rank = 0 }) => kind === 'locality' && rank >= 3)
  const found: FixedSpot[] = []
  const add = (tags: Tags, points: () => Position[]): void => {
    const kind = kindOf(tags)
    const { name = '' } = tags
    if (!kind || (name === '' && kind !== 'border')) return
    const outline = points()
    const [first] = outline
    if (!first) return
    const at = outline.length < 3 ? first : centroid([...outline, first])
    if (!isInside(bbox, ...at)) return
    const beside = outline.length < 3 ? BESIDE_POINT : BESIDE_AREA
    const hull = hullOf(outline.flatMap((point) => around(point, beside)))
    const corners = fewCorners([...hull, ...hull.slice(0, 1)]) ?? hull.map(rounded)
    const nearest = towns
      .map((town) => ({ name: town.name, metres: distance(town, toLatLng(at)) }))
      .filter(({ metres }) => metres <= NEAR)
      .sort((a, b) => a.metres - b.metres)[0]
    found.push({ kind, name, near: nearest?.name ?? '', ...toLatLng(at), corners })
  }
  for (const relation of extract.relations) add(relation.tags, () => assemble(relation, extract)[0]?.[0] ?? [])
  for (const way of extract.ways.values()) {
    add(way.tags, () => (isClosed(way) ? wayLine(way, extract) : wayLine(way, extract).slice(0, 1)))
  }
  for (const [node, tags] of extract.nodeTags) add(tags, () => [extract.nodes.point(node)])
  const away = (spot: FixedSpot) => distance(spot, toLatLng(center))
  const kept = withoutTwins(found, TWINS, (spot) => ({ name: `${spot.kind} ${spot.name}`, at: spot }))
  return SPOT_KINDS.flatMap((kind) =>
    kept
      .filter((spot) => spot.kind === kind)
      .sort((a, b) => away(a) - away(b) || (a.name < b.name ? -1 : 1))
      .filter((spot) => isByStreet(spot, graph))
      .slice(0, MOST)
  )
}

function isByStreet(spot: LatLng, { pointLat, pointLng }: Graph): boolean {
  // A degree of latitude is 111 km: most points are skipped without computing a distance.
  const near = (BY_THE_STREET / 111_195) * 1e6
  return pointLat.some(
    (lat, i) =>
      Math.abs(lat - spot.lat * 1e6) < near &&
      distance(spot, { lat: lat / 1e6, lng: (pointLng[i] ?? 0) / 1e6 }) < BY_THE_STREET
  )
}
