import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { CrossingBook } from './crossings.ts'
import type { Place, PlacesFile } from './file.ts'
import { crossingTarget, type Target } from './hit.ts'
import type { HouseBook } from './houses.ts'
import type { StreetLines } from './lines.ts'
import type { LatLng } from '../geometry/types.ts'

/** A point is named after a house that is at most this far away (metres). */
const ADDRESS_METRES = 40
/**
 * Metres added to the distance of a house that is not on the street nearest to the point. Such a house names the point only if
 * it is at least this much nearer than every house on that street.
 */
const OTHER_STREET_METRES = 15
/** A point is named after a crossing that is at most this far away (metres). */
const CROSSING_METRES = 10
/** A point is named after a street that is at most this far away (metres). */
const STREET_METRES = 500
/** A point is named after a town whose centre is at most this far away (metres). */
const LOCALITY_METRES = 5000

interface Books {
  lines: StreetLines
  houses: HouseBook
  crossings: CrossingBook
}

/** Finds the names of points in a region. */
export class PointNamer {
  readonly #places: readonly Place[]
  readonly #books: Books
  readonly #localities: Place[]
  readonly #localityIndex: KDBush | null

  constructor({ places }: Pick<PlacesFile, 'places'>, books: Books) {
    this.#places = places
    this.#books = books
    this.#localities = places.filter(({ kind }) => kind === 'locality')
    this.#localityIndex = this.#localities.length > 0 ? new KDBush(this.#localities.length) : null
    for (const { lng, lat } of this.#localities) this.#localityIndex?.add(lng, lat)
    this.#localityIndex?.finish()
  }

  /** Returns what a point is named after: a crossing or house, else the nearest street, else a town; null if all are far. */
  at(point: LatLng): Target | null {
    const { lines, houses } = this.#books
    const street = lines.nearest(point, STREET_METRES)
    const [nearest] = houses.near(point, ADDRESS_METRES)
      .map(({ house, metres }) => {
        return { house, metres, cost: metres + (house.street === street?.street ? 0 : OTHER_STREET_METRES) }
      })
      .sort((a, b) => a.cost - b.cost)
    if ((nearest?.metres ?? Infinity) > CROSSING_METRES) {
      const crossing = this.#crossing(point)
      if (crossing) return crossing
    }
    const ofHouse = nearest && this.#places[nearest.house.street]
    if (nearest && ofHouse) return { street: ofHouse, house: nearest.house }
    const place = this.#places[street?.street ?? -1] ?? this.#locality(point)
    return place ? { place } : null
  }

  #crossing(point: LatLng): Target | null {
    const crossing = this.#books.crossings.nearest(point, CROSSING_METRES)
    const [first, second] = [this.#places[crossing?.first ?? -1], this.#places[crossing?.second ?? -1]]
    return crossing && first && second ? crossingTarget(this.#places, crossing, [first, second]) : null
  }

  #locality({ lat, lng }: LatLng): Place | null {
    if (!this.#localityIndex) return null
    const [found] = around(this.#localityIndex, lng, lat, 1, LOCALITY_METRES / 1000)
    return this.#localities[found ?? -1] ?? null
  }
}
