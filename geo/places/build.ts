import { createHash } from 'node:crypto'
import { distance } from '../../supabase/functions/_shared/geo/distance.ts'
import type { Place, PlacesFile } from '../../supabase/functions/_shared/geo/places-file.ts'
import { encodePolyline } from '../../supabase/functions/_shared/geo/polyline.ts'
import { streetKey } from '../../supabase/functions/_shared/geo/text.ts'
import type { LatLng } from '../../supabase/functions/_shared/geo/types.ts'
import type { Extract } from '../osm/extract.ts'
import { centroid, type Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { poiKind } from '../tiles/classify.ts'
import { isClosed, wayLine } from '../tiles/features.ts'
import { localityFinder } from './localities.ts'

const LOCALITIES = new Set(['city', 'town', 'village', 'suburb', 'hamlet', 'locality'])
// Ways that people name as an address or a destination.
const UNNAMED_AS_STREET = new Set(['construction', 'proposed', 'raceway', 'bridleway'])
const CLUSTER_METRES = 300

/** An element with tags and one point that stands for it. */
interface Spot {
  key: string
  tags: Tags
  at: Position
}

/** Builds the place index of an extract: localities, streets with their course, addresses and named POIs. */
export function buildPlaces(
  extract: Extract,
  region: { name: string; bbox: PlacesFile['bbox']; center: Position }
): PlacesFile {
  const localityAt = localityFinder(extract)
  const spots = [...readSpots(extract)]
  const streets = readStreets(extract, localityAt)
  const streetNames = new Map(streets.map((street) => [`${streetKey(street.name)} ${street.area}`, street.name]))
  const postcodes = repeatedPostcodes(spots)
  const addresses = new Map<string, Place>()
  const pois: Place[] = []
  const localities: Place[] = []

  for (const { key, tags, at } of spots) {
    const point = toLatLng(at)
    const area = tags['addr:city'] ?? localityAt(at)
    const number = tags['addr:housenumber']
    const written = tags['addr:street'] ?? tags['addr:place']
    // The street's own spelling wins over the address's ("Zollstr.").
    const street = written && (streetNames.get(`${streetKey(written)} ${area}`) ?? written)
    const code = tags['addr:postcode'] ?? ''
    const postcode = postcodes.has(code) ? { postcode: code } : {}
    if (street && number) {
      const address = { id: '', kind: 'address', name: street, number, area, ...postcode, ...point }
      const unique = `${streetKey(street)} ${number.toLowerCase()} ${area}`
      if (!addresses.has(unique)) addresses.set(unique, { ...address, id: opaque(`address ${unique}`) })
    }
    const { name } = tags
    if (!name) continue
    const alt = [tags.alt_name, tags.old_name, tags.short_name, tags['name:de'], tags['name:en'], tags.brand]
      .filter((other) => other && other !== name)
      .join(' ')
    const extra = { ...(alt && { alt }), ...postcode, ...point }
    if (LOCALITIES.has(tags.place ?? '')) {
      localities.push({ id: opaque(key), kind: 'locality', name, area: '', rank: localityRank(tags), ...extra })
      continue
    }
    const kind = poiKind(tags)
    if (kind)
      pois.push({
        id: opaque(key),
        kind,
        name,
        area,
        ...(street && { street: number ? `${street} ${number}` : street }),
        ...extra
      })
  }

  return {
    version: 1,
    region: region.name,
    bbox: region.bbox,
    center: toLatLng(region.center),
    places: [
      ...withoutTwins(localities, 2000),
      ...streets,
      ...addresses.values(),
      ...withoutTwins(pois, CLUSTER_METRES)
    ]
  }
}

function* readSpots(extract: Extract): Generator<Spot> {
  for (const [node, tags] of extract.nodeTags)
    yield { key: `n${extract.nodes.id(node)}`, tags, at: extract.nodes.point(node) }
  for (const way of extract.ways.values()) {
    if (!isClosed(way) || way.tags.highway) continue
    const ring = wayLine(way, extract)
    if (ring.length >= 4) yield { key: `w${way.id}`, tags: way.tags, at: centroid(ring) }
  }
  for (const relation of extract.relations) {
    if (relation.tags.type !== 'multipolygon' || relation.tags.boundary) continue
    const outer = relation.members.find((member) => member.type === 'way' && member.role !== 'inner')
    const way = outer && extract.ways.get(outer.id)
    if (way) yield { key: `r${relation.id}`, tags: relation.tags, at: centroid(wayLine(way, extract)) }
  }
}

/** Ways of one name in one locality are one street. */
function readStreets(extract: Extract, localityAt: (point: Position) => string): Place[] {
  const groups = new Map<string, { name: string; area: string; lines: Position[][] }>()
  for (const way of extract.ways.values()) {
    const { highway, name } = way.tags
    const line = wayLine(way, extract)
    if (!highway || !name || UNNAMED_AS_STREET.has(highway) || line.length < 2) continue
    const area = localityAt(line[Math.floor(line.length / 2)] ?? [0, 0])
    const key = `${streetKey(name)} ${area}`
    const group = groups.get(key)
    if (group) group.lines.push(line)
    else groups.set(key, { name, area, lines: [line] })
  }
  return [...groups].map(([key, { name, area, lines }]) => ({
    id: opaque(`street ${key}`),
    kind: 'street',
    name,
    area,
    ...middleOf(lines),
    lines: lines.map((line) => encodePolyline(line.map(toLatLng)))
  }))
}

/** The point of the lines that is nearest to the middle of all of them. */
function middleOf(lines: readonly Position[][]): LatLng {
  const points = lines.flat().map(toLatLng)
  const middle = {
    lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
    lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length
  }
  let best = points[0] ?? middle
  for (const point of points) if (distance(point, middle) < distance(best, middle)) best = point
  return best
}

/** Postcodes that more than one element carries: the others are mistyped ("94490"). */
function repeatedPostcodes(spots: readonly Spot[]): Set<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { tags } of spots) {
    const code = tags['addr:postcode']
    if (!code) continue
    if (seen.has(code)) repeated.add(code)
    seen.add(code)
  }
  return repeated
}

/** Drops repeats: the two stops of a bus line, a shop that is both a node and a building. */
function withoutTwins(places: readonly Place[], metres: number): Place[] {
  const byName = new Map<string, Place[]>()
  return places.filter((place) => {
    const key = `${place.kind} ${place.name}`
    const others = byName.get(key) ?? []
    if (others.some((other) => distance(other, place) < metres)) return false
    byName.set(key, [...others, place])
    return true
  })
}

function localityRank(tags: Tags): number {
  if (tags.capital === 'yes') return 5
  return { city: 5, town: 4, village: 3, suburb: 2, hamlet: 2, locality: 1 }[tags.place ?? ''] ?? 1
}

/** Says nothing about the source, and is the same for each import of the same element. */
function opaque(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 16)
}

function toLatLng([lng, lat]: Position): LatLng {
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}
