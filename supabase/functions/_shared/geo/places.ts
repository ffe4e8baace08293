import { around } from 'geokdbush'
import KDBush from 'kdbush'
import MiniSearch from 'minisearch'
import { distance } from './distance.ts'
import { KIND_WEIGHT, KIND_WORDS } from './kinds.ts'
import type { Place, PlacesFile } from './places-file.ts'
import { decodePolyline } from './polyline.ts'
import { fold, isNumber, strip, words } from './text.ts'
import type { LatLng, PlaceHit } from './types.ts'

/** Hits that one search answers. */
export const MAX_HITS = 8
/** Metres within which a house number beats its street in a reverse search. */
const ADDRESS_METRES = 40
/** Metres within which a street names a point. */
const STREET_METRES = 500
/** Metres between the points by which a street is found. */
const STREET_STEP = 40
/** Metres beyond which no locality names a point. */
const LOCALITY_METRES = 5000
/** Kilometres at which nearness counts half. */
const NEAR_KM = 15

const STREET_ENDING = /^(.{3,})(strasse|gasse|platz|weg)$/

interface Document {
  id: number
  name: string
  number: string
  area: string
  more: string
}

/** Searches a region's places by name and by point. */
export class PlaceIndex {
  readonly file: PlacesFile
  readonly #search: MiniSearch<Document>
  readonly #byId = new Map<string, Place>()
  readonly #addresses: PointIndex
  readonly #streets: PointIndex
  readonly #localities: PointIndex

  constructor(file: PlacesFile) {
    this.file = file
    this.#search = new MiniSearch<Document>({
      fields: ['name', 'number', 'area', 'more'],
      tokenize: words,
      processTerm: indexTerms,
      searchOptions: {
        processTerm: fold,
        boost: { name: 4, number: 3, area: 1.5, more: 2 },
        weights: { fuzzy: 0.35, prefix: 0.6 },
      },
    })
    this.#search.addAll(file.places.map(toDocument))
    for (const place of file.places) this.#byId.set(place.id, place)
    this.#addresses = new PointIndex(
      file.places.filter(({ kind }) => kind === 'address').map((place) => ({ place, at: place })),
    )
    this.#streets = new PointIndex(file.places.filter(({ kind }) => kind === 'street').flatMap(streetPoints))
    this.#localities = new PointIndex(
      file.places.filter(({ kind }) => kind === 'locality').map((place) => ({ place, at: place })),
    )
  }

  /**
   * Finds places by what someone has typed so far. Forgives typing errors and spelled-out or missing umlauts; an exact
   * house number comes first, and where a number is unknown its street.
   *
   * @param wishes.near where the person looks; the region's centre when left out
   */
  autocomplete(keyword: string, { near = this.file.center }: { near?: LatLng } = {}): PlaceHit[] {
    const typed = words(keyword)
    if (typed.join('').length < 2) return []
    const names = typed.filter((word) => !isNumber(word))
    const numbers = typed.filter(isNumber)
    let found = this.#find(typed, 'AND')
    if (found.length === 0 && numbers.length > 0 && names.length > 0) found = this.#find(names, 'AND')
    if (found.length === 0) found = this.#find(names, 'OR')

    const ranked = found.map(({ place, score }) => ({
      place,
      score: score * this.#weight(place, numbers, names, near),
    }))
    ranked.sort((a, b) => b.score - a.score || (a.place.id < b.place.id ? -1 : 1))
    return ranked.slice(0, MAX_HITS).map(({ place }) => this.#toHit(place))
  }

  /** Where a place is, or null when this index does not know the id. */
  coordinates(placeId: string): LatLng | null {
    const place = this.#byId.get(placeId)
    return place ? { lat: place.lat, lng: place.lng } : null
  }

  /** Names a point: its nearest address, else its street, else its town; null outside the region. */
  reverse(point: LatLng): PlaceHit | null {
    const place = this.#addresses.nearest(point, ADDRESS_METRES) ?? this.#streets.nearest(point, STREET_METRES) ??
      this.#localities.nearest(point, LOCALITY_METRES)
    return place && { ...this.#toHit(place), lat: point.lat, lng: point.lng }
  }

  #find(terms: string[], combineWith: 'AND' | 'OR'): { place: Place; score: number }[] {
    const last = terms.at(-1)
    const results = this.#search.search(terms.join(' '), {
      combineWith,
      // Only the word that is being typed may be unfinished.
      prefix: (term) => last !== undefined && term === fold(last),
      fuzzy: (term) => (isNumber(term) || term.length < 4 ? false : term.length < 8 ? 1 : 2),
    })
    // Of single words that happen to fit, only the best are worth showing.
    const least = combineWith === 'OR' ? (results[0]?.score ?? 0) * 0.5 : 0
    return results.flatMap(({ id, score }) => {
      const place = this.file.places[id]
      return place && score >= least ? [{ place, score }] : []
    })
  }

  #weight(place: Place, numbers: readonly string[], names: readonly string[], near: LatLng): number {
    let weight = KIND_WEIGHT[place.kind] ?? 1
    if (place.kind === 'locality') weight *= 1 + (place.rank ?? 1) / 5
    if (place.kind === 'address') {
      // Without a number in the query the street itself is meant; with one, only that house is.
      weight *= numbers.length === 0
        ? 0.5
        : numbers.includes(place.number?.toLowerCase().replaceAll(' ', '') ?? '')
        ? 6
        : 0.5
    }
    if (isSame(words(place.name), names)) weight *= place.kind === 'street' || place.kind === 'locality' ? 2.5 : 1.5
    return weight * (0.4 + 0.6 / (1 + distance(place, near) / 1000 / NEAR_KM))
  }

  #toHit(place: Place): PlaceHit {
    const main = place.kind === 'address' ? `${place.name} ${place.number ?? ''}` : place.name
    const town = place.postcode && place.area ? `${place.postcode} ${place.area}` : place.area
    const secondary = [place.street, place.kind === 'locality' ? this.file.region : town].filter(Boolean).join(', ')
    return {
      place_id: place.id,
      description: secondary ? `${main}, ${secondary}` : main,
      main_text: main,
      secondary_text: secondary,
      kind: place.kind,
      lat: place.lat,
      lng: place.lng,
    }
  }
}

/** Places by points that stand for them; the earth is round. */
class PointIndex {
  readonly #entries: readonly { place: Place; at: LatLng }[]
  readonly #index: KDBush

  constructor(entries: readonly { place: Place; at: LatLng }[]) {
    this.#entries = entries
    this.#index = new KDBush(entries.length)
    for (const { at } of entries) this.#index.add(at.lng, at.lat)
    this.#index.finish()
  }

  nearest(point: LatLng, metres: number): Place | null {
    const [found] = around(this.#index, point.lng, point.lat, 1, metres / 1000)
    return found === undefined ? null : this.#entries[found]?.place ?? null
  }
}

/** Both ways to write an umlaut, and the parts of a street's name: "Bahnhofstraße" is also "Bahnhof Strasse". */
function indexTerms(term: string): string[] {
  const folded = fold(term)
  const terms = new Set([folded, strip(term)])
  const [, stem, ending] = STREET_ENDING.exec(folded) ?? []
  if (stem && ending) terms.add(stem).add(ending)
  return [...terms]
}

function toDocument(place: Place, id: number): Document {
  const parts = words(place.name)
  // "Schaaner Strasse" is also typed "Schaanerstrasse".
  const joined = parts.length === 2 ? parts.join('') : ''
  const street = place.street ?? ''
  return {
    id,
    name: place.name,
    number: place.number ?? '',
    area: [place.area, place.postcode].filter(Boolean).join(' '),
    more: [place.alt, KIND_WORDS[place.kind], street, joined].filter(Boolean).join(' '),
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, i) => fold(word) === fold(b[i] ?? ''))
}

/** Points along a street, close enough that the nearest one tells the street. */
function streetPoints(place: Place): { place: Place; at: LatLng }[] {
  return (place.lines ?? []).flatMap((line) => {
    const points = decodePolyline(line)
    return points.flatMap((point, i) => {
      const before = points[i - 1]
      if (!before) return [{ place, at: point }]
      const steps = Math.max(1, Math.ceil(distance(before, point) / STREET_STEP))
      return Array.from({ length: steps }, (_, step) => {
        const share = (step + 1) / steps
        const at = {
          lat: before.lat + (point.lat - before.lat) * share,
          lng: before.lng + (point.lng - before.lng) * share,
        }
        return { place, at }
      })
    })
  })
}
