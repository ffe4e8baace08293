import Flatbush from 'flatbush'
import { distance, METRES_PER_DEGREE } from './distance.ts'
import type { Graph } from './graph.ts'
import type { LatLng } from './types.ts'

/** A point on a road. */
export interface Snapped extends LatLng {
  road: number
  /** Share of the road's length before the point, 0 to 1, along the road's own direction. */
  share: number
  /** Index of the shape segment that holds the point, counted from the road's first point. */
  segment: number
  /** Metres between the given point and the road. */
  metres: number
}

/** What a point stands for: the nearest point on a road first, then those of other roads that are as near. */
export type Spot = readonly [Snapped, ...Snapped[]]

// Metres within which roads are equally near. At a junction all its roads are: none of them may be chosen for the rider.
const TIE = 0.5

/** Finds the nearest point on any road, exactly: boxes first, then the projection onto each candidate segment. */
export class Snapper {
  readonly #graph: Graph
  readonly #index: Flatbush
  /** Per segment: index of its first point, and the road it is part of. */
  readonly #segmentPoint: Uint32Array
  readonly #segmentRoad: Uint32Array
  /** Degrees of longitude that are as long as one of latitude: the plane in which projection happens. */
  readonly #stretch: number

  constructor(graph: Graph) {
    this.#graph = graph
    const { pointStart, pointLng, pointLat } = graph
    const roads = pointStart.length - 1
    const count = pointLng.length - roads
    this.#segmentPoint = new Uint32Array(count)
    this.#segmentRoad = new Uint32Array(count)
    this.#stretch = Math.cos((((pointLat[0] ?? 0) / 1e6) * Math.PI) / 180)
    this.#index = new Flatbush(Math.max(1, count), 16, Float64Array)
    let segment = 0
    for (let road = 0; road < roads; road++) {
      const end = (pointStart[road + 1] as number) - 1
      for (let point = pointStart[road] as number; point < end; point++) {
        this.#segmentPoint[segment] = point
        this.#segmentRoad[segment++] = road
        const [x1, y1] = this.#plane(pointLng[point] as number, pointLat[point] as number)
        const [x2, y2] = this.#plane(pointLng[point + 1] as number, pointLat[point + 1] as number)
        this.#index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2))
      }
    }
    if (count === 0) this.#index.add(0, 0, 0, 0)
    this.#index.finish()
  }

  /** The nearest points on roads within `limit` metres, or null. */
  snap(point: LatLng, limit = 1000): Spot | null {
    const x = point.lng * this.#stretch
    const y = point.lat
    const tie = TIE / METRES_PER_DEGREE
    let best = limit / METRES_PER_DEGREE
    const found = new Map<number, { segment: number; along: number; away: number }>()
    for (let asked = 8;; asked *= 4) {
      const candidates = this.#index.neighbors(x, y, asked, best + tie)
      for (const segment of candidates) {
        const { along, away } = this.#project(segment, x, y)
        const road = this.#segmentRoad[segment] as number
        if (away > best + tie || away >= (found.get(road)?.away ?? Infinity)) continue
        found.set(road, { segment, along, away })
        best = Math.min(best, away)
      }
      // `neighbors` cuts at the best distance so far: fewer than asked for means that nothing nearer is left.
      if (candidates.length < asked) break
    }
    const [first, ...others] = [...found.values()].filter(({ away }) => away <= best + tie).sort((a, b) =>
      a.away - b.away
    )
    const place = ({ segment, along }: { segment: number; along: number }) => this.#place(segment, along, point)
    return first ? [place(first), ...others.map(place)] : null
  }

  #plane(lng: number, lat: number): [number, number] {
    return [(lng / 1e6) * this.#stretch, lat / 1e6]
  }

  #project(segment: number, x: number, y: number): { along: number; away: number } {
    const point = this.#segmentPoint[segment] as number
    const { pointLng, pointLat } = this.#graph
    const [x1, y1] = this.#plane(pointLng[point] as number, pointLat[point] as number)
    const [x2, y2] = this.#plane(pointLng[point + 1] as number, pointLat[point + 1] as number)
    const dx = x2 - x1
    const dy = y2 - y1
    const square = dx * dx + dy * dy
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square))
    return { along, away: Math.hypot(x - x1 - along * dx, y - y1 - along * dy) }
  }

  #place(segment: number, along: number, from: LatLng): Snapped {
    const { pointStart } = this.#graph
    const road = this.#segmentRoad[segment] as number
    const first = pointStart[road] as number
    const point = this.#segmentPoint[segment] as number
    let before = 0
    let whole = 0
    for (let i = first; i < (pointStart[road + 1] as number) - 1; i++) {
      const length = distance(this.#at(i), this.#at(i + 1))
      if (i < point) before += length
      if (i === point) before += length * along
      whole += length
    }
    const a = this.#at(point)
    const b = this.#at(point + 1)
    const on = { lat: a.lat + (b.lat - a.lat) * along, lng: a.lng + (b.lng - a.lng) * along }
    const share = whole === 0 ? 0 : Math.min(1, before / whole)
    return { road, share, segment: point - first, metres: distance(on, from), ...on }
  }

  #at(point: number): LatLng {
    return { lat: (this.#graph.pointLat[point] as number) / 1e6, lng: (this.#graph.pointLng[point] as number) / 1e6 }
  }
}
