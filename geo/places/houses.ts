import {
  distance,
  encodePolyline,
  type Houses,
  type LatLng,
  numberKey
} from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract } from '../osm/extract.ts'
import type { Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import { betweenEnds } from './interpolation.ts'
import { toLatLng } from './names.ts'
import { plainPostcode } from './postcodes.ts'
import type { Spot } from './spots.ts'
import { keyOf, type Street } from './streets.ts'

// If the municipality of an address has no street of the given name, the nearest one within this many metres is used.
const STREET_FAR = 500

interface House {
  number: string
  isReckoned: boolean
  city: string
  postcode: string
  at: LatLng
}

/** The houses of all streets, including streets that occur only in addresses, such as those of a hamlet. */
export interface Addresses {
  housesOf: Map<Street, Houses[]>
  /** Streets that occur only in addresses: they have no way on the map, and so no course. */
  hamlets: Street[]
  /** Returns the street of an element's address; null if the address names no street, or no such street is known. */
  streetOf(tags: Tags, at: Position): Street | null
}

/** Assigns each address, and each interpolated number, to its street. */
export function readAddresses(
  extract: Extract,
  spots: Iterable<Spot>,
  streets: readonly Street[],
  { areaAt, postcodes }: { areaAt(point: Position): string; postcodes: Set<string> }
): Addresses {
  const book = new StreetBook(extract, streets, areaAt)
  const houses = new Map<Street, Map<string, House>>()
  const add = (tags: Tags, at: Position, isReckoned: boolean): void => {
    const numbers = (tags['addr:housenumber'] ?? '').split(/\s*[;,]\s*/)
    const street = numbers.some((number) => /\d/.test(number)) ? book.find(tags, at, true) : null
    if (!street) return
    const ofStreet = houses.get(street) ?? new Map<string, House>()
    houses.set(street, ofStreet)
    // Cut off the country: "Balzers (FL)" is Balzers.
    const city = (tags['addr:city'] ?? '').replace(/\s*\(.*\)$/, '')
    const postcode = plainPostcode(tags)
    for (const number of numbers) {
      const key = numberKey(number)
      const before = ofStreet.get(key)
      // Skip a number that does not begin with a digit. If a house occurs twice, the second one replaces the first one only if
      // the first has no postcode, and the second is not interpolated and has a plausible postcode.
      if (!/^\d/.test(key) || (before && (isReckoned || before.postcode || !postcodes.has(postcode)))) continue
      ofStreet.set(key, {
        number,
        isReckoned,
        city,
        postcode: postcodes.has(postcode) ? postcode : '',
        at: toLatLng(at)
      })
    }
  }
  for (const { tags, at } of spots) if (tags['addr:housenumber']) add(tags, at, false)
  for (const { tags, at } of betweenEnds(extract)) add(tags, at, true)
  const housesOf = new Map([...houses].map(([street, found]) => [street, pack([...found.values()], street)]))
  for (const hamlet of book.hamlets) hamlet.at = centreOf([...(houses.get(hamlet)?.values() ?? [])]) ?? hamlet.at
  return { housesOf, hamlets: book.hamlets, streetOf: (tags, at) => book.find(tags, at, false) }
}

/** Finds the street of an address: of this name in the municipality, else the nearest of this name within `STREET_FAR` m. */
class StreetBook {
  readonly hamlets: Street[] = []
  readonly #extract: Extract
  readonly #areaAt: (point: Position) => string
  readonly #byKey = new Map<string, Street>()
  readonly #byName = new Map<string, Street[]>()

  constructor(extract: Extract, streets: readonly Street[], areaAt: (point: Position) => string) {
    this.#extract = extract
    this.#areaAt = areaAt
    for (const street of streets) this.#add(street)
  }

  find(tags: Tags, at: Position, mayBeNew: boolean): Street | null {
    const name = tags['addr:street'] ?? tags['addr:place'] ?? (mayBeNew ? tags['addr:hamlet'] : undefined)
    if (!name) return null
    const area = this.#areaAt(at)
    const found = this.#byKey.get(keyOf(name, area)) ?? this.#nearest(name, at)
    if (found || !mayBeNew) return found
    const hamlet = { key: keyOf(name, area), name, area, tags: {}, ways: [], at: toLatLng(at) }
    this.#add(hamlet)
    this.hamlets.push(hamlet)
    return hamlet
  }

  #nearest(name: string, at: Position): Street | null {
    let best: Street | null = null
    let metres = STREET_FAR
    for (const street of this.#byName.get(keyOf(name, '')) ?? []) {
      for (const way of street.ways) {
        for (const node of way) {
          const away = distance(toLatLng(this.#extract.nodes.point(node)), toLatLng(at))
          if (away < metres) [best, metres] = [street, away]
        }
      }
    }
    return best
  }

  #add(street: Street): void {
    this.#byKey.set(street.key, street)
    const name = keyOf(street.name, '')
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), street])
  }
}

/** Returns the houses of a street in the order of their numbers, grouped by city and postcode. */
function pack(houses: House[], { area }: Street): Houses[] {
  const codes = new Set(houses.map(({ postcode }) => postcode).filter(Boolean))
  // If all known postcodes of the street are the same, houses without a postcode get it, too.
  const [only = ''] = codes.size === 1 ? codes : []
  const groups = new Map<string, House[]>()
  for (const house of houses.sort(byNumber)) {
    const key = JSON.stringify([house.city === area ? '' : house.city, house.postcode || only])
    groups.set(key, [...(groups.get(key) ?? []), house])
  }
  return [...groups].map(([key, members]) => {
    const [city, postcode] = JSON.parse(key) as [string, string]
    return {
      ...(city && { city }),
      ...(postcode && { postcode }),
      numbers: members.map(({ number, isReckoned }) => (isReckoned ? `~${number}` : number)).join(';'),
      at: encodePolyline(members.map(({ at }) => at))
    }
  })
}

function byNumber({ number: a }: House, { number: b }: House): number {
  return Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1)
}

function centreOf(houses: readonly House[]): LatLng | null {
  return houses[Math.floor(houses.length / 2)]?.at ?? null
}
