import Flatbush from 'flatbush'
import { METRES_PER_DEGREE } from '../geometry/distance.ts'
import type { Place } from './file.ts'
import { decodePolyline } from '../geometry/polyline.ts'
import type { LatLng } from '../geometry/types.ts'

// Number of consecutive segments of a line that share one box in the spatial index.
const PIECE = 8
/** Radius in metres of the first search around a point: few points are farther from a street. */
const FIRST_LOOK = 40

/** The position of a point relative to a street. */
export interface Beside {
  line: number
  /** Metres from the line's beginning, along the line, to its point that is nearest to the given point. */
  along: number
  /** Metres from the line to the given point: positive to the left, negative to the right. */
  aside: number
}

/** The courses of a region's streets as lines on a plane, with coordinates in metres. */
export class StreetLines {
  /** Metres of one degree of longitude in the region's middle. */
  readonly #east: number
  /**
   * `#lineStart` holds the index of each street's first line, and `#pointStart` the index of each line's first point. Each has
   * one more entry at the end, with the number of all lines or points.
   */
  readonly #lineStart: Uint32Array
  readonly #pointStart: Uint32Array
  readonly #lineStreet: Uint32Array
  readonly #x: Float64Array
  readonly #y: Float64Array
  readonly #pieceLine: number[] = []
  readonly #piecePoint: number[] = []
  readonly #index: Flatbush | null

  /** Reads the lines of all places. Only streets have lines. */
  constructor(places: readonly Place[], center: LatLng) {
    this.#east = METRES_PER_DEGREE * Math.cos((center.lat * Math.PI) / 180)
    const lines: LatLng[][] = []
    const owners: number[] = []
    this.#lineStart = new Uint32Array(places.length + 1)
    for (const [i, place] of places.entries()) {
      for (const line of place.lines ?? []) {
        lines.push(decodePolyline(line))
        owners.push(i)
      }
      this.#lineStart[i + 1] = lines.length
    }
    this.#lineStreet = Uint32Array.from(owners)
    this.#pointStart = new Uint32Array(lines.length + 1)
    const count = lines.reduce((sum, { length }) => sum + length, 0)
    this.#x = new Float64Array(count)
    this.#y = new Float64Array(count)
    let point = 0
    for (const [i, line] of lines.entries()) {
      for (const { lat, lng } of line) {
        this.#x[point] = lng * this.#east
        this.#y[point++] = lat * METRES_PER_DEGREE
      }
      this.#pointStart[i + 1] = point
    }
    this.#index = this.#indexPieces()
  }

  /** Returns the street nearest to a point, as an index into the places; null if no street is within `limit` metres. */
  nearest(point: LatLng, limit: number): { street: number; metres: number } | null {
    const [x, y] = this.#plane(point)
    for (let radius = FIRST_LOOK;; radius = Math.min(limit, radius * 4)) {
      const found = this.#nearestWithin(x, y, radius)
      if (found || radius >= limit) return found
    }
  }

  #nearestWithin(x: number, y: number, radius: number): { street: number; metres: number } | null {
    let metres = radius
    let street = -1
    for (const piece of this.#index?.search(x - radius, y - radius, x + radius, y + radius) ?? []) {
      const line = this.#pieceLine[piece] as number
      const first = this.#piecePoint[piece] as number
      const { away } = this.#project(first, Math.min(first + PIECE, (this.#pointStart[line + 1] as number) - 1), x, y)
      if (away >= metres) continue
      metres = away
      street = this.#lineStreet[line] as number
    }
    return street < 0 ? null : { street, metres }
  }

  /** Projects a point onto the nearest line of a street. Returns null if the street has no lines. */
  beside(street: number, point: LatLng): Beside | null {
    const [x, y] = this.#plane(point)
    let best: Beside | null = null
    let nearest = Infinity
    for (let line = this.#lineStart[street] as number; line < (this.#lineStart[street + 1] as number); line++) {
      const first = this.#pointStart[line] as number
      const { at, share, away, aside } = this.#project(first, (this.#pointStart[line + 1] as number) - 1, x, y)
      if (away >= nearest) continue
      nearest = away
      let along = this.#length(at) * share
      for (let i = first; i < at; i++) along += this.#length(i)
      best = { line, along, aside }
    }
    return best
  }

  /** Returns the point at a distance along a line and to its side: the reverse of `beside`. */
  place({ line, along, aside }: Beside): LatLng {
    let at = this.#pointStart[line] as number
    const last = (this.#pointStart[line + 1] as number) - 2
    let rest = along
    while (at < last && rest > this.#length(at)) rest -= this.#length(at++)
    const length = this.#length(at) || 1
    const [x, y] = [this.#x[at] as number, this.#y[at] as number]
    const dx = ((this.#x[at + 1] as number) - x) / length
    const dy = ((this.#y[at + 1] as number) - y) / length
    return {
      lat: (y + dy * rest + dx * aside) / METRES_PER_DEGREE,
      lng: (x + dx * rest - dy * aside) / this.#east,
    }
  }

  #plane({ lat, lng }: LatLng): [number, number] {
    return [lng * this.#east, lat * METRES_PER_DEGREE]
  }

  #length(at: number): number {
    return Math.hypot(
      (this.#x[at + 1] as number) - (this.#x[at] as number),
      (this.#y[at + 1] as number) - (this.#y[at] as number),
    )
  }

  /** Finds the spot nearest to (x, y) on the segments of a line from point `first` to point `last`. */
  #project(first: number, last: number, x: number, y: number) {
    const best = { at: first, share: 0, away: Infinity, aside: 0 }
    for (let at = first; at < last; at++) {
      const [x1, y1] = [this.#x[at] as number, this.#y[at] as number]
      const dx = (this.#x[at + 1] as number) - x1
      const dy = (this.#y[at + 1] as number) - y1
      const square = dx * dx + dy * dy
      const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square))
      const away = Math.hypot(x - x1 - share * dx, y - y1 - share * dy)
      if (away >= best.away) continue
      const side = Math.sign(dx * (y - y1) - dy * (x - x1))
      Object.assign(best, { at, share, away, aside: away * side })
    }
    return best
  }

  #indexPieces(): Flatbush | null {
    for (const line of this.#lineStreet.keys()) {
      const last = (this.#pointStart[line + 1] as number) - 1
      for (let first = this.#pointStart[line] as number; first < last; first += PIECE) {
        this.#pieceLine.push(line)
        this.#piecePoint.push(first)
      }
    }
    if (this.#pieceLine.length === 0) return null
    const index = new Flatbush(this.#pieceLine.length, 16, Float64Array)
    for (const [piece, first] of this.#piecePoint.entries()) {
      const end = Math.min(first + PIECE + 1, this.#pointStart[(this.#pieceLine[piece] as number) + 1] as number)
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
      for (let point = first; point < end; point++) {
        const x = this.#x[point] as number
        const y = this.#y[point] as number
        if (x < west) west = x
        if (x > east) east = x
        if (y < south) south = y
        if (y > north) north = y
      }
      index.add(west, south, east, north)
    }
    index.finish()
    return index
  }
}
