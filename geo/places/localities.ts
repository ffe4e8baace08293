import Flatbush from 'flatbush'
import { distance, type Names } from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract, Relation } from '../osm/extract.ts'
import { assemble, centroid, type Position } from '../osm/multipolygon.ts'
import { namesOf, toLatLng } from './names.ts'
import { Polygons } from './polygons.ts'
import { commonPostcodes, crediblePostcodes, postcodeOf } from './postcodes.ts'
import type { Spot } from './spots.ts'

/** Importance of a settlement, 1 to 5, by its tag `place`. */
export const LOCALITY_RANK: Record<string, number> = {
  city: 5,
  town: 4,
  village: 3,
  borough: 2,
  suburb: 2,
  quarter: 2,
  neighbourhood: 2,
  hamlet: 2,
  locality: 1
}
const SETTLEMENTS = new Set(['city', 'town', 'village'])
const WITH_POSTCODE = new Set([...SETTLEMENTS, 'hamlet', 'suburb'])
const FAR = 5000
const CITY_FAR = 15_000
const VILLAGE_FAR = 3000

interface Settlement {
  name: string
  at: Position
  area: string
  place: string
  postcode: string
}

export interface Localities {
  /**
   * Returns the name of a point's municipality. If it is unknown, returns the nearest city (within 15 km), town or village
   * (within 5 km) of the same country. If there is none, returns the district, or '' if that is unknown, too.
   */
  areaAt(point: Position): string
  /**
   * Returns the postcode of the nearest settlement that has one, within 5 km and in the point's municipality. If there is none,
   * returns the most frequent postcode of the municipality's addresses, or '' if they have none.
   */
  postcodeAt(point: Position): string
  /**
   * Returns a text of the point's postcode and the name of the nearest settlement in the municipality, within 3 km ("9490
   * Mühleholz"). A settlement with the municipality's name is left out; if both are unknown, the text is ''.
   */
  aroundAt(point: Position): string
  /** All postcodes of settlements, municipalities and addresses, except mistyped ones (`crediblePostcodes`). */
  postcodes: Set<string>
  /** Names of towns and municipalities in other languages, by the name on the map. */
  names: Record<string, Names>
  /** Municipalities without a settlement of the same name on the map. Each is given in the form of a settlement. */
  unmarked: Spot[]
}

/** Reads the municipalities and settlements of an extract. */
export function readLocalities(
  extract: Extract,
  spots: Iterable<Spot>,
  countryAt: (point: Position) => string
): Localities {
  const { municipalities, districts, names, postcodes, borders } = readBoundaries(extract)
  const settlements: Settlement[] = []
  for (const [node, tags] of extract.nodeTags) {
    const { place, name } = tags
    if (!name || !place || !WITH_POSTCODE.has(place)) continue
    const at = extract.nodes.point(node)
    const postcode = postcodeOf(tags)
    if (postcode) postcodes.add(postcode)
    const { names: translated } = namesOf(tags)
    if (translated) names[name] = { ...translated, ...names[name] }
    settlements.push({ name, at, place, postcode, area: municipalities.around(at)[0] ?? '' })
  }
  const nearest = nearestOf(settlements)
  const areaAt = (point: Position): string => {
    const [municipality] = municipalities.around(point)
    if (municipality !== undefined) return municipality
    const country = countryAt(point)
    const isNear = ({ place, at }: Settlement, metres: number) =>
      SETTLEMENTS.has(place) && metres < (place === 'city' ? CITY_FAR : FAR) && countryAt(at) === country
    return nearest(point, isNear)?.name ?? districts.around(point)[0] ?? ''
  }
  const common = commonPostcodes(spots, ({ at }) => municipalities.around(at)[0] ?? '')
  const postcodeAt = (point: Position): string => {
    const area = municipalities.around(point)[0] ?? ''
    const suits = (other: Settlement, metres: number) => metres < FAR && other.area === area && other.postcode !== ''
    return nearest(point, suits)?.postcode ?? (area && common(area))
  }
  for (const code of crediblePostcodes(spots)) postcodes.add(code)
  const aroundAt = (point: Position): string => {
    const area = municipalities.around(point)[0] ?? ''
    const village = nearest(point, (other, metres) => metres < VILLAGE_FAR && other.area === area)?.name
    return [postcodeAt(point), village !== area && village].filter(Boolean).join(' ')
  }
  return { areaAt, postcodeAt, aroundAt, postcodes, names, unmarked: unmarkedTowns(extract, borders, settlements) }
}

/** Reads municipalities with their borders, names and postcodes, and larger districts for places outside of a municipality. */
function readBoundaries(extract: Extract) {
  const municipalities = new Polygons<string>()
  const districts = new Polygons<string>()
  const names: Record<string, Names> = {}
  const postcodes = new Set<string>()
  const levels = ['8', '7', '6', '5', '4', '2']
  const borders = extract.relations
    .filter(({ tags }) => tags.boundary === 'administrative' && levels.includes(tags.admin_level ?? ''))
    .sort((a, b) => levels.indexOf(a.tags.admin_level ?? '') - levels.indexOf(b.tags.admin_level ?? ''))
  for (const relation of borders) {
    const { name, admin_level: level } = relation.tags
    if (!name) continue
    const { names: translated } = namesOf(relation.tags)
    if (translated) names[name] ??= translated
    const postcode = postcodeOf(relation.tags)
    if (postcode) postcodes.add(postcode)
    if (level === '8' || level === '7') municipalities.add(assemble(relation, extract), name)
    else if (level !== '2') districts.add(assemble(relation, extract), name)
  }
  return { municipalities, districts, names, postcodes, borders }
}

function unmarkedTowns(extract: Extract, borders: readonly Relation[], settlements: readonly Settlement[]): Spot[] {
  const marked = new Set(settlements.filter(({ name, area }) => area === name).map(({ name }) => name))
  return borders.flatMap((border) => {
    const { id, tags, members } = border
    if (tags.admin_level !== '8' || !tags.name || marked.has(tags.name)) return []
    const [ring] = assemble(border, extract)[0] ?? []
    if (!ring) return []
    const centre = members.find(({ type, role }) => type === 'node' && (role === 'admin_centre' || role === 'label'))
    const node = centre ? extract.nodes.find(centre.id) : -1
    return [
      { key: `r${id}`, tags: { ...tags, place: 'village' }, at: node < 0 ? centroid(ring) : extract.nodes.point(node) }
    ]
  })
}

type Suits = (settlement: Settlement, metres: number) => boolean

/**
 * Creates a function that returns the nearest settlement that meets a condition, among the 16 nearest to a point; else null.
 */
function nearestOf(settlements: readonly Settlement[]): (point: Position, suits: Suits) => Settlement | null {
  if (settlements.length === 0) return () => null
  const index = new Flatbush(settlements.length, 16, Float64Array)
  for (const { at } of settlements) index.add(...at)
  index.finish()
  return (point, suits) => {
    const found = index.neighbors(...point, 16).flatMap((at) => {
      const settlement = settlements[at]
      return settlement ? [{ settlement, metres: distance(toLatLng(point), toLatLng(settlement.at)) }] : []
    })
    found.sort((a, b) => a.metres - b.metres)
    return found.find(({ settlement, metres }) => suits(settlement, metres))?.settlement ?? null
  }
}
