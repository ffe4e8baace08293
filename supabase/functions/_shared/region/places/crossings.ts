import Flatbush from 'flatbush'
import { boxAround, distance } from '../geometry/distance.ts'
import type { PlacesFile } from './file.ts'
import { decodePolyline } from '../geometry/polyline.ts'
import type { LatLng } from '../geometry/types.ts'

/** A point where two streets meet; `first` and `second` are the streets' indexes in the list of places. */
export interface Crossing extends LatLng {
  first: number
  second: number
  /** Number of this crossing among the crossings of the same two streets, counted from 0. */
  turn: number
  /** The town of the crossing, if it differs from the town (`area`) of the first street. */
  area?: string
}

/** The crossings of a region's streets. */
export class CrossingBook {
  readonly #crossings: Crossing[] = []
  readonly #ofStreet = new Map<number, Crossing[]>()
  readonly #index: Flatbush | null

  constructor(crossings: PlacesFile['crossings']) {
    for (const [first, second, at, area] of crossings) {
      for (const [turn, point] of decodePolyline(at).entries()) {
        const crossing = { first, second, turn, ...point, ...(area !== undefined && { area }) }
        this.#crossings.push(crossing)
        this.#append(first, crossing)
        this.#append(second, crossing)
      }
    }
    this.#index = this.#crossings.length === 0 ? null : new Flatbush(this.#crossings.length, 16, Float64Array)
    for (const { lng, lat } of this.#crossings) this.#index?.add(lng, lat)
    this.#index?.finish()
  }

  /** Returns the crossings of a street. @param street index into the places */
  on(street: number): readonly Crossing[] {
    return this.#ofStreet.get(street) ?? []
  }

  /** Returns the crossing of two streets that is nearest to a point; null if the streets do not meet. */
  between(street: number, other: number, near: LatLng): Crossing | null {
    let best: Crossing | null = null
    for (const crossing of this.on(street)) {
      if (crossing.first !== other && crossing.second !== other) continue
      if (!best || distance(crossing, near) < distance(best, near)) best = crossing
    }
    return best
  }

  /** Returns the crossing that is nearest to a point; null if none is within `metres`. */
  nearest(point: LatLng, metres: number): Crossing | null {
    const [west, south, east, north] = boxAround(point, metres)
    const found = this.#index?.search(west, south, east, north) ?? []
    let best: Crossing | null = null
    for (const at of found) {
      const crossing = this.#crossings[at]
      if (!crossing || distance(crossing, point) > metres) continue
      if (!best || distance(crossing, point) < distance(best, point)) best = crossing
    }
    return best
  }

  #append(street: number, crossing: Crossing): void {
    const list = this.#ofStreet.get(street)
    if (list) list.push(crossing)
    else this.#ofStreet.set(street, [crossing])
  }
}
