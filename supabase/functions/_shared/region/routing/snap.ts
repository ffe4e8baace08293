import Flatbush from 'flatbush'
import { distance, METRES_PER_DEGREE } from '../geometry/distance.ts'
import type { Graph } from './graph.ts'
import type { LatLng } from '../geometry/types.ts'

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

/** A point snapped to roads: the nearest point on a road first, then the points on other roads at the same distance. */
export type Spot = readonly [Snapped, ...Snapped[]]

// Roads whose distances differ by at most this many metres count as equally near. At a junction the driver may start on any of
// its roads.
const TIE = 0.5
// Number of consecutive segments of a road that share a box in the index. With 8 instead of 1 the index is built eight times as
// fast, and searches are as fast.
const PIECE = 8

type Shapes = Pick<Graph, 'pointStart' | 'pointLng' | 'pointLat'>

/**
 * Returns the factor for longitudes that gives both axes the same scale, so that distances can be computed in a plane.
 */
function stretchOf({ pointLat }: Shapes): number {
  return Math.cos((((pointLat[0] ?? 0) / 1e6) * Math.PI) / 180)
}

/** Calls `visit` for each piece of each road, with the road and the indexes of the piece's first and last point. */
function eachPiece({ pointStart }: Shapes, visit: (road: number, first: number, last: number) => void): void {
  for (let road = 0; road + 1 < pointStart.length; road++) {
    const end = (pointStart[road + 1] as number) - 1
    for (let first = pointStart[road] as number; first < end; first += PIECE) {
      visit(road, first, Math.min(first + PIECE, end))
    }
  }
}

/** Builds a spatial index of boxes around all pieces of roads, in units of 1e-6 degrees. Only the importer calls this. */
export function indexRoads(shapes: Shapes): Uint8Array {
  const { pointLng, pointLat } = shapes
  const stretch = stretchOf(shapes)
  let count = 0
  eachPiece(shapes, () => count++)
  const index = new Flatbush(Math.max(1, count), 16, Int32Array)
  eachPiece(shapes, (_, first, last) => {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let point = first; point <= last; point++) {
      const lng = pointLng[point] as number
      const lat = pointLat[point] as number
      if (lng < west) west = lng
      if (lng > east) east = lng
      if (lat < south) south = lat
      if (lat > north) north = lat
    }
    index.add(Math.floor(west * stretch), south, Math.ceil(east * stretch), north)
  })
  if (count === 0) index.add(0, 0, 0, 0)
  index.finish()
  return new Uint8Array(index.data)
}

/** Finds the nearest points on roads: first the nearest boxes, then the projection onto each segment in them. */
export class Snapper {
  readonly #graph: Graph
  readonly #index: Flatbush
  /** Per piece of a road: index of its first point (`#piecePoint`) and its road (`#pieceRoad`). */
  readonly #piecePoint: Uint32Array
  readonly #pieceRoad: Uint32Array
  readonly #stretch: number

  constructor(graph: Graph) {
    this.#graph = graph
    this.#stretch = stretchOf(graph)
    this.#index = Flatbush.from(graph.roadIndex.buffer, graph.roadIndex.byteOffset)
    this.#piecePoint = new Uint32Array(this.#index.numItems)
    this.#pieceRoad = new Uint32Array(this.#index.numItems)
    let piece = 0
    eachPiece(graph, (road, first) => {
      this.#piecePoint[piece] = first
      this.#pieceRoad[piece++] = road
    })
  }

  /**
   * Returns the nearest points on roads; null if no road is within `limit` metres.
   *
   * @param isFit whether a road counts; default: all do
   */
  snap(point: LatLng, limit = 1000, isFit: (road: number) => boolean = () => true): Spot | null {
    const x = point.lng * this.#stretch
    const y = point.lat
    const tie = TIE / METRES_PER_DEGREE
    let best = limit / METRES_PER_DEGREE
    const found = new Map<number, { at: number; along: number; away: number }>()
    for (let asked = 8;; asked *= 4) {
      const candidates = this.#index.neighbors(x * 1e6, y * 1e6, asked, (best + tie) * 1e6)
      for (const piece of candidates) {
        const road = this.#pieceRoad[piece] as number
        if (!isFit(road)) continue
        const first = this.#piecePoint[piece] as number
        const end = Math.min(first + PIECE, (this.#graph.pointStart[road + 1] as number) - 1)
        for (let at = first; at < end; at++) {
          const { along, away } = this.#project(at, x, y)
          if (away > best + tie || away >= (found.get(road)?.away ?? Infinity)) continue
          found.set(road, { at, along, away })
          best = Math.min(best, away)
        }
      }
      // `neighbors` returns boxes within the best distance so far. If it returns fewer than requested, these were all of them.
      if (candidates.length < asked) break
    }
    const [first, ...others] = [...found].filter(([, { away }]) => away <= best + tie).sort(([, a], [, b]) =>
      a.away - b.away
    )
    const place = ([road, { at, along }]: (typeof others)[number]) => this.#place(road, at, along, point)
    return first ? [place(first), ...others.map(place)] : null
  }

  #plane(lng: number, lat: number): [number, number] {
    return [(lng / 1e6) * this.#stretch, lat / 1e6]
  }

  /**
   * Finds the point nearest to (x, y) on the segment that begins at a shape point.
   *
   * @returns `along`: the share of the segment before that point, 0 to 1; `away`: the distance to (x, y) in degrees
   */
  #project(point: number, x: number, y: number): { along: number; away: number } {
    const { pointLng, pointLat } = this.#graph
    const [x1, y1] = this.#plane(pointLng[point] as number, pointLat[point] as number)
    const [x2, y2] = this.#plane(pointLng[point + 1] as number, pointLat[point + 1] as number)
    const dx = x2 - x1
    const dy = y2 - y1
    const square = dx * dx + dy * dy
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square))
    return { along, away: Math.hypot(x - x1 - along * dx, y - y1 - along * dy) }
  }

  #place(road: number, point: number, along: number, from: LatLng): Snapped {
    const { pointStart } = this.#graph
    const first = pointStart[road] as number
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
