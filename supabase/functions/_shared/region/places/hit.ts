import type { Names, Place, PlacesFile } from './file.ts'
import type { Crossing } from './crossings.ts'
import type { House } from './houses.ts'
import { idOnStreet } from './id.ts'
import { numberKey } from './text.ts'
import type { LatLng, PlaceHit } from '../geometry/types.ts'

/** What a search can find: a place of `places.json`, a house on a street, or the crossing of two streets. */
export type Target =
  | { place: Place }
  | { street: Place; house: House }
  | { streets: readonly [Place, Place]; crossing: Crossing; id: string }

/** Turns what a search has found into hits whose texts are in one language. */
export class HitWriter {
  readonly #file: Omit<PlacesFile, 'index'>
  readonly #language: string | undefined

  constructor(file: Omit<PlacesFile, 'index'>, language?: string) {
    this.#file = file
    this.#language = language
  }

  write(target: Target): PlaceHit {
    if ('house' in target) return this.#house(target.street, target.house)
    if ('crossing' in target) return this.#crossing(target)
    const { place } = target
    const isLocality = place.kind === 'locality'
    const behind = isLocality ? this.#regionOf(place) : this.#town(place.area, place.postcode)
    return hit(place.id, place.kind, this.#name(place), [place.street, behind], place)
  }

  #house(street: Place, { number, city, postcode, isReckoned, lat, lng }: House): PlaceHit {
    const kind = isReckoned ? 'interpolated' : 'address'
    const town = this.#town(city ?? street.area, postcode)
    const id = idOnStreet(street.id, numberKey(number))
    return hit(id, kind, `${this.#name(street)} ${number}`, [town], { lat, lng })
  }

  #crossing({ streets, crossing, id }: Extract<Target, { crossing: Crossing }>): PlaceHit {
    const [one, other] = streets
    const first = this.#file.places[crossing.first]
    const area = crossing.area ?? first?.area ?? ''
    const name = `${this.#name(one)} / ${this.#name(other)}`
    return hit(id, 'crossing', name, [this.#town(area, undefined)], crossing)
  }

  #name({ name, names }: Place): string {
    return translated(names, this.#language) ?? name
  }

  #town(area: string, postcode: string | undefined): string {
    const name = translated(this.#file.areas[area], this.#language) ?? area
    return postcode && name ? `${postcode} ${name}` : name
  }

  /** Returns the text after a town's name: the region, or the country if the town is not in the region's country. */
  #regionOf({ country }: Place): string {
    const { region, areas } = this.#file
    if (country) return countryName(country, this.#language)
    return translated(areas[region], this.#language) ?? region
  }
}

function hit(id: string, kind: string, main: string, behind: (string | undefined)[], at: LatLng): PlaceHit {
  const secondary = behind.filter(Boolean).join(', ')
  return {
    place_id: id,
    description: secondary ? `${main}, ${secondary}` : main,
    main_text: main,
    secondary_text: secondary,
    kind,
    lat: at.lat,
    lng: at.lng,
  }
}

/** Adds to a hit its text in the local language. @param local the same hit, written in the local language */
export function withLocal(hit: PlaceHit, { main_text: main, secondary_text: behind }: PlaceHit): PlaceHit {
  return { ...hit, local: behind && !main.includes(behind) ? `${main}, ${behind}` : main }
}

/** Returns a name in a language such as "de-AT", else in its base language "de"; undefined if the data has neither. */
function translated(names: Names | undefined, language: string | undefined): string | undefined {
  if (!names || !language) return undefined
  const tags = [language, language.split('-')[0]?.toLowerCase() ?? '']
  const known = tags.find((tag) => Object.hasOwn(names, tag))
  return known && names[known]
}

function countryName(code: string, language = 'en'): string {
  try {
    return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code
  } catch {
    // Clients may send any text as a language. For an invalid tag, return the English name.
    return language === 'en' ? code : countryName(code)
  }
}

/** Returns the id of a crossing, which begins with the id of its first street. */
export function crossingId(places: readonly Place[], { first, second, turn }: Crossing): string {
  return idOnStreet(places[first]?.id ?? '', `${places[second]?.id} ${turn}`)
}

/** Returns a crossing as the result of a search. @param streets the two streets in the order in which to name them */
export function crossingTarget(places: readonly Place[], crossing: Crossing, streets: readonly [Place, Place]): Target {
  return { streets, crossing, id: crossingId(places, crossing) }
}
