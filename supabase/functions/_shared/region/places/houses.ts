import KDBush from 'kdbush'
import { boxAround, distance } from '../geometry/distance.ts'
import type { Houses, Place } from './file.ts'
import type { Beside, StreetLines } from './lines.ts'
import { decodePolyline } from '../geometry/polyline.ts'
import { isNumber, numberKey } from './text.ts'
import type { LatLng } from '../geometry/types.ts'

/** Largest number of houses that a search returns for one street. */
const COMPLETIONS = 3
/** If two neighbouring houses are farther apart than this (metres), no position between them is interpolated. */
const FAR_NEIGHBOURS = 1500

/** A house with its address and position. */
export interface House extends LatLng {
  /** The street, as an index into the places. */
  street: number
  number: string
  /** Whether the position is interpolated between other houses instead of recorded. */
  isReckoned: boolean
  city?: string
  postcode?: string
}

/** A house and how well its number fits the requested one, 0 to 1. */
export interface HouseMatch {
  house: House
  fit: number
}

/**
 * The houses of a region's streets, in flat arrays. A `House` object is created only on request, because a city has hundreds of
 * thousands of houses.
 */
export class HouseBook {
  readonly #groups: { street: number; city?: string; postcode?: string }[] = []
  readonly #groupOf: number[] = []
  readonly #numbers: string[] = []
  readonly #lats: number[] = []
  readonly #lngs: number[] = []
  /** For each place the index of its first house. One more entry at the end holds the count of all houses. */
  readonly #start: Uint32Array
  readonly #lines: StreetLines
  readonly #index: KDBush | null

  constructor(places: readonly Place[], lines: StreetLines) {
    this.#lines = lines
    this.#start = new Uint32Array(places.length + 1)
    for (const [street, place] of places.entries()) {
      for (const group of place.houses ?? []) this.#read(street, group)
      this.#start[street + 1] = this.#numbers.length
    }
    const count = this.#numbers.length
    this.#index = count === 0 ? null : new KDBush(count)
    for (let i = 0; i < count; i++) this.#index?.add(this.#lngs[i] as number, this.#lats[i] as number)
    this.#index?.finish()
  }

  /** Returns the houses of a street. @param street index into the places */
  on(street: number): House[] {
    const houses: House[] = []
    for (let i = this.#start[street] as number; i < (this.#start[street + 1] as number); i++) {
      houses.push(this.#house(i))
    }
    return houses
  }

  /** Returns the houses within `metres` of a point, the nearest first. Houses with an interpolated position are left out. */
  near(point: LatLng, metres: number): { house: House; metres: number }[] {
    const found = (this.#index?.range(...boxAround(point, metres)) ?? []).flatMap((at) => {
      const house = this.#house(at)
      const away = distance(house, point)
      return away > metres || house.isReckoned ? [] : [{ house, metres: away }]
    })
    return found.sort((a, b) => a.metres - b.metres)
  }

  #read(street: number, { numbers, at, ...address }: Houses): void {
    const points = decodePolyline(at)
    this.#groups.push({ street, ...address })
    for (const [i, number] of numbers.split(';').entries()) {
      this.#numbers.push(number)
      this.#groupOf.push(this.#groups.length - 1)
      this.#lats.push(points[i]?.lat ?? 0)
      this.#lngs.push(points[i]?.lng ?? 0)
    }
  }

  #house(at: number): House {
    const number = this.#numbers[at] as string
    const isReckoned = number.startsWith('~')
    return {
      ...this.#groups[this.#groupOf[at] as number] as { street: number },
      number: isReckoned ? number.slice(1) : number,
      isReckoned,
      lat: this.#lats[at] as number,
      lng: this.#lngs[at] as number,
    }
  }

  /**
   * Returns up to `COMPLETIONS` houses of a street that match a house number, best first. The exact number is best, then a
   * range that contains it, then the same number without letter or door (12 for "12/3"). If there is none of these, a house
   * with an interpolated position (`between`) comes first. Houses with the same number and another letter or door follow. If
   * the number may be incomplete (`isOpen`), longer numbers match, too, and come last.
   */
  find(street: number, number: string, isOpen: boolean): HouseMatch[] {
    const houses = this.on(street)
    if (houses.length === 0) return []
    const asked = numberKey(number)
    const matches = houses.flatMap((house) => {
      const fit = fitOf(numberKey(house.number), asked, isOpen)
      return fit > 0 ? [{ house, fit: house.isReckoned ? fit * 0.85 : fit }] : []
    })
    matches.sort((a, b) => b.fit - a.fit || base(a.house.number) - base(b.house.number))
    const [best] = matches
    if (!best || best.fit < 0.8) {
      const between = this.between(street, asked)
      if (between) matches.unshift({ house: between, fit: 0.8 })
    }
    return matches.slice(0, COMPLETIONS)
  }

  /**
   * Interpolates the position of an unrecorded house number along the street, between the two nearest known numbers of the same
   * parity on the same side. Returns null if the number is not between two known numbers, or is more than a number (12a,
   * 12-14).
   */
  between(street: number, asked: string): House | null {
    if (!/^\d+$/.test(asked)) return null
    const number = Number(asked)
    const known: Known[] = this.on(street).flatMap((house) => {
      if (house.isReckoned || !/^\d+[a-z]?$/.test(numberKey(house.number))) return []
      const beside = base(house.number) % 2 === number % 2 ? this.#lines.beside(street, house) : null
      return beside ? [{ house, number: base(house.number), beside }] : []
    })
    const sides = new Set(known.map(({ beside }) => sideOf(beside)))
    const pairs = [...sides].flatMap((side) => around(known.filter(({ beside }) => sideOf(beside) === side), number))
    // Houses may be on different lines of the street. Then it is unknown which sides of these lines correspond, so only the
    // parity of the numbers counts.
    pairs.push(...around(known, number).filter(({ low, high }) => low.beside.line !== high.beside.line))
    const [best] = pairs.sort((a, b) => a.high.number - a.low.number - (b.high.number - b.low.number))
    if (!best) return null
    const { low, high } = best
    const share = (number - low.number) / (high.number - low.number)
    const { street: _, ...address } = low.house
    return { ...address, street, number: String(number), isReckoned: true, ...this.#share(low, high, share) }
  }

  /** Returns the lowest and the highest house number of a street. */
  range(street: number): [number, number] {
    const numbers = this.on(street).map((house) => base(house.number))
    return [Math.min(...numbers), Math.max(...numbers)]
  }

  #share(low: Known, high: Known, share: number): LatLng {
    const mix = (a: number, b: number) => a + (b - a) * share
    if (low.beside.line !== high.beside.line) {
      // The street has a gap or a fork between the two houses: interpolate in a straight line, then move the point onto the
      // street.
      const between = { lat: mix(low.house.lat, high.house.lat), lng: mix(low.house.lng, high.house.lng) }
      const beside = this.#lines.beside(low.house.street, between)
      return beside ? rounded(this.#lines.place({ ...beside, aside: 0 })) : between
    }
    return rounded(this.#lines.place({
      line: low.beside.line,
      along: mix(low.beside.along, high.beside.along),
      aside: mix(low.beside.aside, high.beside.aside),
    }))
  }
}

interface Known {
  house: House
  number: number
  beside: Beside
}

/**
 * Returns a list with one pair: the houses with the next lower and the next higher known number. The list is empty if one of
 * them is missing, or if they are at least `FAR_NEIGHBOURS` apart.
 */
function around(known: readonly Known[], number: number): { low: Known; high: Known }[] {
  let low: Known | undefined
  let high: Known | undefined
  for (const each of known) {
    if (each.number < number && each.number > (low?.number ?? -1)) low = each
    if (each.number > number && each.number < (high?.number ?? Infinity)) high = each
  }
  return low && high && distance(low.house, high.house) < FAR_NEIGHBOURS ? [{ low, high }] : []
}

/** Returns a key that is equal for houses on the same side of the same line of a street. */
function sideOf({ line, aside }: Beside): string {
  return `${line} ${aside >= 0 ? 'left' : 'right'}`
}

function fitOf(known: string, asked: string, isOpen: boolean): number {
  if (known === asked) return 1
  if (holds(known, asked)) return 0.95
  if (isNumber(asked) && base(known) === base(asked)) {
    // For "12/3" or "12-14", house 12 fits better than house 12a, because house 12 is the same building.
    return known === String(base(asked)) ? 0.9 : 0.7
  }
  return isOpen && known.startsWith(asked) ? 0.55 : 0
}

/** Whether a house with a range of numbers includes a number: "71-75" includes 71, 73 and 75, but no even numbers. */
function holds(known: string, asked: string): boolean {
  const [, low, high] = /^(\d+)-(\d+)$/.exec(known) ?? []
  const number = Number(asked)
  return low !== undefined && high !== undefined && Number(low) <= number && number <= Number(high) &&
    number % 2 === Number(low) % 2
}

function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}

function base(number: string): number {
  return Number.parseInt(number, 10)
}
