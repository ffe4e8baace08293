import {
  encodePolyline,
  indexWords,
  type Names,
  type Place,
  type PlacesFile
} from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract } from '../osm/extract.ts'
import type { Position } from '../osm/multipolygon.ts'
import { LOCALITY_TWINS, withoutTwins } from '../osm/twins.ts'
import { poiKind } from '../tiles/classify.ts'
import { countryCode, countryFinder } from './countries.ts'
import { readCrossings } from './crossings.ts'
import { type Addresses, readAddresses } from './houses.ts'
import { LOCALITY_RANK, type Localities, readLocalities } from './localities.ts'
import { namesOf, opaque, toLatLng } from './names.ts'
import { plainPostcode, postcodeOf } from './postcodes.ts'
import { readSpots, type Spot } from './spots.ts'
import { joinedLines, readStreets, type Street } from './streets.ts'

/**
 * Two POIs of the same kind and name within this many metres are one place, such as the second stop of a bus line, or a shop
 * that is mapped both as a node and as a building.
 */
const POI_TWINS = 300

/** What is needed to describe a place: the towns, addresses and countries of the region. */
interface Surroundings {
  localities: Localities
  addresses: Addresses
  /** Returns an element's country: the tag `written`, else the country at `point`. Empty for the region's main country. */
  foreignAt(point: Position, written?: string): { country?: string }
}

/** Builds the place index of an extract: localities, streets with their houses and crossings, and named POIs. */
export function buildPlaces(
  extract: Extract,
  region: { name: string; bbox: PlacesFile['bbox']; center: Position }
): PlacesFile {
  const countryAt = countryFinder(extract)
  const country = countryAt(region.center)
  const spots = readSpots(extract)
  const localities = readLocalities(extract, spots, countryAt)
  const mapped = readStreets(extract, localities.areaAt)
  const addresses = readAddresses(extract, spots, mapped, localities)
  const around: Surroundings = {
    localities,
    addresses,
    foreignAt: (point, written) => {
      const found = countryCode(written) || countryAt(point)
      return found === country ? {} : { country: found }
    }
  }
  const { towns, pois } = readNamed(spots, around)
  const streets = [...mapped, ...addresses.hamlets]
  const indexOf = new Map(streets.map((street, i) => [street, towns.length + i]))
  const places = [...towns, ...streets.map((street) => toStreet(street, extract, around)), ...pois]
  const file: PlacesFile = {
    version: 2,
    region: region.name,
    country,
    bbox: region.bbox,
    center: toLatLng(region.center),
    areas: namesInUse(localities.names, [region.name, ...places.map(({ area }) => area)]),
    places,
    crossings: readCrossings(extract, mapped, localities.areaAt, (street) => indexOf.get(street) ?? 0)
  }
  return { ...file, index: indexWords(file) }
}

function readNamed(spots: Iterable<Spot>, around: Surroundings): { towns: Place[]; pois: Place[] } {
  const towns: Place[] = []
  const pois: Place[] = []
  for (const spot of spots) {
    towns.push(...toLocality(spot, around))
    pois.push(...toPoi(spot, around))
  }
  for (const town of around.localities.unmarked) towns.push(...toLocality(town, around))
  return {
    towns: withoutTwins(towns, LOCALITY_TWINS, (town) => ({ name: town.name, at: town })),
    pois: withoutTwins(pois, POI_TWINS, (poi) => ({ name: `${poi.kind} ${poi.name}`, at: poi }))
  }
}

function toLocality({ key, tags, at }: Spot, { localities, foreignAt }: Surroundings): Place[] {
  const { name, place = '', capital } = tags
  const rank = LOCALITY_RANK[place]
  if (!name || rank === undefined) return []
  const postcode = postcodeOf(tags)
  const around = postcode ? '' : localities.postcodeAt(at)
  return [
    {
      id: opaque(key),
      kind: 'locality',
      name,
      area: '',
      rank: capital === 'yes' ? 5 : rank,
      ...(postcode && { postcode }),
      ...(around && { around }),
      ...namesOf(tags),
      ...foreignAt(at, tags['addr:country']),
      ...toLatLng(at)
    }
  ]
}

function toStreet(street: Street, extract: Extract, { localities, addresses, foreignAt }: Surroundings): Place {
  const { key, name, area, tags, ways, at } = street
  const houses = addresses.housesOf.get(street)
  const around = localities.aroundAt([at.lng, at.lat])
  const { ref } = tags
  const named = namesOf(tags)
  const alt = [named.alt, ref !== name && ref?.replaceAll(' ', ''), ref !== name && ref].filter(Boolean).join(' ')
  const lines = joinedLines(ways).map((line) => line.map((node) => toLatLng(extract.nodes.point(node))))
  return {
    id: opaque(`street ${key}`),
    kind: 'street',
    name,
    area,
    ...named,
    ...(alt && { alt }),
    ...(around && { around }),
    ...foreignAt([at.lng, at.lat]),
    ...at,
    ...(lines.length > 0 && { lines: lines.map(encodePolyline) }),
    ...(houses && { houses })
  }
}

function toPoi({ key, tags, at }: Spot, { localities, addresses, foreignAt }: Surroundings): Place[] {
  const { name, 'addr:housenumber': number } = tags
  const kind = poiKind(tags)
  if (!name || !kind || LOCALITY_RANK[tags.place ?? ''] !== undefined) return []
  // Prefer the spelling of the street itself to that of the address ("Zollstr.").
  const written = tags['addr:street'] ?? tags['addr:place']
  const street = addresses.streetOf(tags, at)?.name ?? written
  const postcode = plainPostcode(tags)
  const around = localities.aroundAt(at)
  return [
    {
      id: opaque(key),
      kind,
      name,
      area: tags['addr:city']?.replace(/\s*\(.*\)$/, '') ?? localities.areaAt(at),
      ...namesOf(tags),
      ...(street && { street: number ? `${street} ${number}` : street }),
      ...(localities.postcodes.has(postcode) && { postcode }),
      ...(around && { around }),
      ...foreignAt(at, tags['addr:country']),
      ...toLatLng(at)
    }
  ]
}

function namesInUse(names: Record<string, Names>, used: readonly string[]): Record<string, Names> {
  const found = [...new Set(used)].filter((name) => Object.hasOwn(names, name)).sort()
  return Object.fromEntries(found.map((name) => [name, names[name] ?? {}]))
}
