import type { Graph } from './graph.ts'
import { drawLeg, type Leg } from './leg.ts'
import { encodePolyline } from '../geometry/polyline.ts'
import { Placing, type Role } from './placing.ts'
import type { Spot } from './snap.ts'
import { stepsOf } from './steps.ts'
import type { DriveOptions, LatLng, Measure, Route, RouteOptions } from '../geometry/types.ts'
import { Ways } from './ways.ts'

/** Number of alternatives offered in addition to the quickest route. */
const ALTERNATIVES = 2

/** Computes routes on a road graph. One instance serves all requests: searches are synchronous, so they never overlap. */
export class Router {
  readonly graph: Graph
  readonly #places: Placing
  readonly #ways: Ways

  constructor(graph: Graph) {
    this.graph = graph
    this.#places = new Placing(graph)
    this.#ways = new Ways(graph)
  }

  /** Returns the nearest points on roads for a point of a drive; null if no road is within 1 km. */
  snap(point: LatLng, role: Role = 'stop'): Spot | null {
    return this.#places.nearest(point, role)
  }

  /** Returns the quickest way between two points on roads; null if there is none. @param minute as in `RouteOptions` */
  leg(start: Spot, end: Spot, minute?: number): Leg | null {
    return this.#ways.leg(start, end, minute)
  }

  /**
   * Returns the quickest route through 2 to 25 points. If requested, it has driving steps, and a route between two points has
   * alternatives.
   *
   * @returns null if a point is too far from any road, or there is no route
   */
  route(points: readonly LatLng[], { steps, alternatives, from, minute }: RouteOptions = {}): Route | null {
    const spots = this.#places.along(points, from === 'car')
    if (!spots) return null
    const legs: Leg[] = []
    let now = minute
    for (let i = 1; i < spots.length; i++) {
      const leg = this.leg(spots[i - 1] as Spot, spots[i] as Spot, now)
      if (!leg) return null
      legs.push(leg)
      if (now !== undefined) now += leg.seconds / 60
    }
    const route = this.#describe(legs, steps)
    const [start, end] = spots
    const [quickest] = legs
    if (!alternatives) return route
    const others = legs.length === 1 && start && end && quickest
      ? this.#ways.others(quickest, start, end, ALTERNATIVES).filter((leg) =>
        minute === undefined || !this.#ways.breaks(leg, minute)
      )
      : []
    return { ...route, alternatives: others.map((leg) => this.#describe([leg], steps)) }
  }

  /**
   * Returns distance and time from each start to each end.
   *
   * @returns a row for each start; a cell is null if there is no route
   */
  matrix(starts: readonly LatLng[], ends: readonly LatLng[], { from, minute }: DriveOptions = {}): (Measure | null)[][] {
    const rows: (Measure | null)[][] = starts.map(() => ends.map(() => null))
    for (const { starts: begins, ends: goals, isFor } of this.#places.between(starts, ends, from === 'car')) {
      const legs = this.#ways.matrix(begins, goals, minute)
      legs.forEach((row, i) =>
        row.forEach((leg, j) => {
          const cells = rows[i]
          if (cells && leg && isFor(i, j)) cells[j] = rounded(leg.metres, leg.seconds)
        })
      )
    }
    return rows
  }

  #describe(legs: readonly Leg[], steps = false): Route {
    const shape: LatLng[] = []
    for (const leg of legs) drawLeg(this.graph, leg, shape)
    return {
      ...rounded(sum(legs, ({ metres }) => metres), sum(legs, ({ seconds }) => seconds)),
      polylinePoints: encodePolyline(shape),
      ...(steps && { steps: legs.flatMap((leg) => stepsOf(this.graph, leg)) }),
    }
  }
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}

function rounded(metres: number, seconds: number): Measure {
  return { distance_in_km: Math.round(metres) / 1000, time_in_secs: Math.round(seconds) }
}
