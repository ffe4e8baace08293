import Flatbush from 'flatbush'
import { boxAround, distance } from '../geometry/distance.ts'
import type { PlacesFile } from './file.ts'
import { decodePolyline } from '../geometry/polyline.ts'
import type { LatLng } from '../geometry/types.ts'

/** A point where two streets meet; `first` and `second` are indexes into the places. */
export interface Crossing extends LatLng {
  first: number
  second: number
  /** Number of this crossing among those of the same two streets. */
  turn: number
  /** The crossing's area (town), if it differs from the first street's. */
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

  /** Crossings of a street. */
  on(street: number): readonly Crossing[] {
    return this.#ofStreet.get(street) ?? []
  }

  /** Where two streets meet: the crossing nearest to a point, null if they do not meet. */
  between(street: number, other: number, near: LatLng): Crossing | null {
    let best: Crossing | null = null
    for (const crossing of this.on(street)) {
      if (crossing.first !== other && crossing.second !== other) continue
      if (!best || distance(crossing, near) < distance(best, near)) best = crossing
    }
    return best
  }

  /** The nearest crossing within some metres of a point. */
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
