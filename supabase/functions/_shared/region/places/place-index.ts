import { CrossingBook } from './crossings.ts'
import type { PlacesFile } from './file.ts'
import { crossingId, crossingTarget, HitWriter, type Target, withLocal } from './hit.ts'
import { HouseBook } from './houses.ts'
import { idOnStreet, streetOf } from './id.ts'
import { StreetLines } from './lines.ts'
import { PointNamer } from './points.ts'
import { cuts, numberReadings, type Query, readQuery } from './query.ts'
import { createScorer, nearness } from './rank.ts'
import { type Found, NameSearch, type Wanted } from './search.ts'
import { isNumber, numberKey } from './text.ts'
import type { LatLng, PlaceHit } from '../geometry/types.ts'

/** Largest number of hits of one search. */
export const MAX_HITS = 8
/** If a typed street name fits more streets than this, only the best of them are searched for houses and crossings. */
const MOST_STREETS = 40
/** If nothing else is found, a search of at most this many words is read as two street names, split after each word in turn. */
const MOST_CUT_WORDS = 5
/** Factor on the score of a street that does not have the typed house number. */
const WITHOUT_NUMBER = 0.45

/** Options of a place search; see `SearchOptions` in `providers/types.ts`. */
export interface PlaceOptions {
  near?: LatLng
  country?: string
  language?: string
}

interface Scored {
  target: Target
  score: number
}

/** Finds a region's places by their names, and finds names for points. */
export class PlaceIndex {
  readonly file: Omit<PlacesFile, 'index'>
  readonly #names: NameSearch
  readonly #houses: HouseBook
  readonly #crossings: CrossingBook
  readonly #indexOf = new Map<string, number>()
  readonly #postcodes = new Set<string>()
  readonly #points: PointNamer

  /** Builds the indexes of a places file. @throws {Error} if the file's format is of another version */
  constructor(file: PlacesFile) {
    if (file.version !== 2) throw new Error(`places.json is of version ${file.version}, not 2: import the region again`)
    const { index: _, ...rest } = file
    this.file = rest
    this.#names = new NameSearch(file)
    const lines = new StreetLines(file.places, file.center)
    this.#houses = new HouseBook(file.places, lines)
    this.#crossings = new CrossingBook(file.crossings)
    for (const [i, { id, postcode, around }] of file.places.entries()) {
      this.#indexOf.set(id, i)
      for (const code of [postcode, around?.split(' ')[0]]) if (code) this.#postcodes.add(code)
    }
    this.#points = new PointNamer(this.file, { lines, houses: this.#houses, crossings: this.#crossings })
  }

  /**
   * Finds places by a partly typed text, and the crossing of two streets by "A / B". Tolerates typing errors and spelled-out or
   * missing umlauts. A house with the exact number comes first, then one with an interpolated position (kind `interpolated`).
   * If the number is unknown, the street is found.
   *
   * @param options.near near places come first; default: the region's centre
   * @param options.country ISO 3166 code; only places of this country
   * @param options.language BCP 47 tag of the returned names, where the data has them
   */
  autocomplete(keyword: string, { near = this.file.center, country, language }: PlaceOptions = {}): PlaceHit[] {
    const query = readQuery(keyword)
    if (query.words.join('').length < 2) return []
    const wanted: Wanted = { isOpen: query.isOpen, weigh: createScorer(this.file, near, country) }
    const found = this.#search(query, wanted, near)
    const writer = new HitWriter(this.file, language)
    const local = new HitWriter(this.file)
    const hits = new Map<string, PlaceHit>()
    found.sort((a, b) => b.score - a.score)
    for (const { target } of found) {
      const hit = writer.write(target)
      if (!hits.has(hit.place_id)) hits.set(hit.place_id, language ? withLocal(hit, local.write(target)) : hit)
      if (hits.size === MAX_HITS) break
    }
    return [...hits.values()]
  }

  /** Returns the position of a place; null if this index does not know the id. */
  coordinates(placeId: string): LatLng | null {
    const place = this.file.places[this.#indexOf.get(placeId) ?? -1]
    const point = place ?? this.#onStreet(placeId)
    return point && { lat: point.lat, lng: point.lng }
  }

  /**
   * Names a point: by a crossing or a house near it, else the nearest street, else the nearest town. Returns null if none of
   * them is near enough.
   *
   * @param options.language BCP 47 tag of the returned name, where the data has it
   */
  reverse(point: LatLng, { language }: Pick<PlaceOptions, 'language'> = {}): PlaceHit | null {
    const target = this.#points.at(point)
    if (!target) return null
    const hit = new HitWriter(this.file, language).write(target)
    return { ...hit, lat: point.lat, lng: point.lng }
  }

  #search(query: Query, wanted: Wanted, near: LatLng): Scored[] {
    const crossings = this.#crossingsOf(query, wanted, near)
    if (crossings.length > 0) return crossings
    const words = query.isCrossing ? query.words.slice(1) : query.words
    const named = this.#named(words, wanted)
    if (named.length > 0) return named
    if (query.words.length <= MOST_CUT_WORDS) {
      const cut = cuts(query.words).flatMap((sides) => this.#meeting(sides, wanted, near, true))
      if (cut.length > 0) return cut
    }
    return this.#names.findSome(words, wanted).map(toScored)
  }

  /** Returns the places whose names and addresses have all the words, and the houses if one of the words is a house number. */
  #named(words: string[], wanted: Wanted): Scored[] {
    const readings = numberReadings(words)
    if (readings.length === 0) return this.#names.find(words, wanted).map(toScored)
    const exact = this.#names.findExactly(words, wanted).map(toScored)
    const isPostcode = ({ number }: { number: string }) => this.#postcodes.has(number)
    const houses = readings
      .filter((reading) => exact.length === 0 || !isPostcode(reading))
      .sort((a, b) => Number(isPostcode(a)) - Number(isPostcode(b)))
    for (const { number, rest, isLast } of houses) {
      const found = rest.some(isNumber) ? this.#names.findExactly(rest, wanted) : this.#names.find(rest, wanted)
      if (found.length > 0) return [...exact, ...this.#numbered(found, number, isLast && wanted.isOpen)]
    }
    if (exact.length > 0) return exact
    const plain = words.filter((word) => !isNumber(word))
    const [first] = readings.map(({ number }) => number).reverse()
    return first === undefined ? [] : this.#numbered(this.#names.find(plain, wanted), first, false)
  }

  /** Returns the houses with this number on the found streets, then all found places themselves with a lower score. */
  #numbered(found: Found[], number: string, isOpen: boolean): Scored[] {
    const streets = found.filter(({ place }) => place.houses).sort((a, b) => b.score - a.score).slice(0, MOST_STREETS)
    const houses = streets.flatMap(({ index, place: street, score }) =>
      this.#houses.find(index, number, isOpen).map(({ house, fit }) => ({
        target: { street, house },
        score: score * fit,
      }))
    )
    return [...houses, ...found.map((each) => ({ ...toScored(each), score: each.score * WITHOUT_NUMBER }))]
  }

  #crossingsOf({ crossing, isCrossing, words }: Query, wanted: Wanted, near: LatLng): Scored[] {
    if (crossing) return this.#meeting(crossing, wanted, near, false)
    if (!isCrossing) return []
    return cuts(words.slice(1)).flatMap((sides) => this.#meeting(sides, wanted, near, true))
  }

  /**
   * Returns the crossings of streets of one name with streets of another name. If the second name is still empty, returns all
   * crossings of the first.
   */
  #meeting([one, other]: [string[], string[]], wanted: Wanted, near: LatLng, isGuess: boolean): Scored[] {
    const streets: Wanted = {
      isOpen: false,
      weigh: (place) => place.kind === 'street' && place.lines ? wanted.weigh(place) : 0,
    }
    const find = (list: string[], isOpen: boolean): Found[] => {
      const wish = { ...streets, isOpen }
      const found = isGuess ? this.#names.findExactly(list, wish) : this.#names.find(list, wish)
      return found.sort((a, b) => b.score - a.score).slice(0, MOST_STREETS)
    }
    const firsts = find(one, other.length === 0)
    if (firsts.length === 0) return []
    const seconds = new Map(other.length > 0 ? find(other, wanted.isOpen).map((found) => [found.index, found]) : [])
    return firsts.flatMap(({ index, place, score }) => {
      const partners = new Set(this.#crossings.on(index).map((each) => each.first === index ? each.second : each.first))
      return [...partners].flatMap((partner) => {
        const second = seconds.get(partner)
        const street = this.file.places[partner]
        const crossing = this.#crossings.between(index, partner, near)
        if (!street || !crossing || (other.length > 0 && !second)) return []
        const both = Math.min(score, second?.score ?? score)
        return [{
          target: crossingTarget(this.file.places, crossing, [place, street]),
          score: both * nearness(crossing, near),
        }]
      })
    })
  }

  /** Returns the position of the house or crossing with this id; null if it is unknown. */
  #onStreet(placeId: string): LatLng | null {
    const street = streetOf(placeId)
    const index = this.#indexOf.get(street ?? '')
    if (street === null || index === undefined) return null
    const isIt = (number: string) => idOnStreet(street, numberKey(number)) === placeId
    const house = this.#houses.on(index).find(({ number }) => isIt(number))
    if (house) return house
    const crossing = this.#crossings.on(index).find((each) => crossingId(this.file.places, each) === placeId)
    if (crossing) return crossing
    const [low, high] = this.#houses.range(index)
    for (let number = low + 1; number < high; number++) {
      if (isIt(String(number))) return this.#houses.between(index, String(number))
    }
    return null
  }
}

function toScored({ place, score }: Found): Scored {
  return { target: { place }, score }
}
