import { Climb, type Origin } from './climb.ts'
import type { Graph } from './graph.ts'
import { drawLeg, type Leg, measureLeg } from './leg.ts'
import { encodePolyline } from './polyline.ts'
import { type Snapped, Snapper, type Spot } from './snap.ts'
import type { LatLng, Route } from './types.ts'
import { unpackWay } from './unpack.ts'

/** Points that one request may hold, start and end included. */
export const MAX_POINTS = 25
/** Metres that a point may be away from a road. */
const SNAP_LIMIT = 1000

/** Distance and time of a route. */
export type Measure = Pick<Route, 'distance_in_km' | 'time_in_secs'>

/** Where drives to a point end. */
interface Goal {
  origins: readonly Origin[]
  /** Milliseconds that keep what is left to drive above zero: a drive ends before the end of its last edge. */
  offset: number
}

/**
 * Routes on a road graph, exactly: a climb in the hierarchy from both ends. Start and end lie anywhere on a road and may
 * be left and reached in both directions where the road allows it. Each search is synchronous, so one instance serves
 * all.
 */
export class Router {
  readonly graph: Graph
  readonly #snapper: Snapper
  readonly #ahead: Climb
  readonly #back: Climb
  /** Per road: its edge along the points and its edge against them, -1 where there is none. */
  readonly #along: Int32Array
  readonly #against: Int32Array
  /** Further edges of the same road and direction, by the first one. */
  readonly #again = new Map<number, number[]>()

  constructor(graph: Graph) {
    this.graph = graph
    this.#snapper = new Snapper(graph)
    this.#ahead = new Climb(graph, 'forward')
    this.#back = new Climb(graph, 'backward')
    this.#along = new Int32Array(graph.roadLength.length).fill(-1)
    this.#against = new Int32Array(graph.roadLength.length).fill(-1)
    graph.edgeRoad.forEach((road, edge) => {
      const firsts = graph.edgeReversed[edge] === 1 ? this.#against : this.#along
      const first = firsts[road] as number
      if (first < 0) firsts[road] = edge
      else this.#again.set(first, [...(this.#again.get(first) ?? []), edge])
    })
  }

  /** The nearest points on roads within 1 km, or null. */
  snap(point: LatLng): Spot | null {
    return this.#snapper.snap(point, SNAP_LIMIT)
  }

  /**
   * The quickest route through 2 to 25 points.
   *
   * @returns null when a point is too far from any road, or no way leads on
   */
  route(points: readonly LatLng[]): Route | null {
    const spots = points.map((point) => this.snap(point))
    const shape: LatLng[] = []
    let metres = 0
    let seconds = 0
    for (let i = 1; i < spots.length; i++) {
      const start = spots[i - 1]
      const end = spots[i]
      const leg = start && end && this.leg(start, end)
      if (!leg) return null
      metres += leg.metres
      seconds += leg.seconds
      drawLeg(this.graph, leg, shape)
    }
    return { ...rounded(metres, seconds), polylinePoints: encodePolyline(shape) }
  }

  /** The quickest way between two points on roads, or null. */
  leg(start: Spot, end: Spot): Leg | null {
    const direct = this.#stay(start, end)
    const ahead = this.#ahead
    const back = this.#back
    const { origins, offset } = this.#goal(end)
    ahead.begin(this.#origins(start, end))
    back.begin(origins)
    let best = (direct?.cost ?? Infinity) + offset
    let meeting = -1
    while (ahead.min < best || back.min < best) {
      const [from, other] = ahead.min <= back.min ? [ahead, back] : [back, ahead]
      const edge = from.next()
      if (edge < 0) continue
      const cost = from.cost(edge) + other.cost(edge)
      if (cost >= best) continue
      best = cost
      meeting = edge
    }
    if (meeting < 0) return direct
    const edges = unpackWay(this.graph, ahead, back, meeting)
    return measureLeg(this.graph, edges, start, end, best - offset)
  }

  /**
   * Distance and time from each start to each end: one climb for each point, not one for each pair.
   *
   * @returns a row for each start, null where no way leads
   */
  matrix(starts: readonly LatLng[], ends: readonly LatLng[]): (Measure | null)[][] {
    const goals = ends.map((point) => {
      const spot = this.snap(point)
      return spot && { spot, offset: this.#goal(spot).offset }
    })
    const trees = goals.map((goal) => {
      if (!goal) return null
      this.#back.begin(this.#goal(goal.spot).origins)
      return this.#back.finish()
    })
    // What the climbs from the ends reached, by edge.
    const reached = new Map<number, { end: number; cost: number }[]>()
    trees.forEach((tree, end) => {
      for (const [edge, { cost }] of tree ?? []) {
        const there = reached.get(edge)
        if (there) there.push({ end, cost })
        else reached.set(edge, [{ end, cost }])
      }
    })
    return starts.map((point) => {
      const start = this.snap(point)
      if (!start) return ends.map(() => null)
      this.#ahead.begin(this.#origins(start))
      const tree = this.#ahead.finish()
      const best = ends.map(() => ({ cost: Infinity, meeting: -1 }))
      for (const [edge, { cost }] of tree) {
        for (const { end, cost: left } of reached.get(edge) ?? []) {
          const way = best[end]
          if (way && cost + left < way.cost) best[end] = { cost: cost + left, meeting: edge }
        }
      }
      return goals.map((goal, end) => {
        const { cost, meeting } = best[end] ?? { cost: Infinity, meeting: -1 }
        const back = trees[end]
        if (!goal || !back) return null
        // On one and the same road it takes more than to climb until the ways meet.
        const isNear = start.some(({ road }) => goal.spot.some((other) => other.road === road))
        const leg = isNear
          ? this.leg(start, goal.spot)
          : meeting < 0
          ? null
          : measureLeg(this.graph, unpackWay(this.graph, tree, back, meeting), start, goal.spot, cost - goal.offset)
        return leg && rounded(leg.metres, leg.seconds)
      })
    })
  }

  /** Where a drive can begin. On an edge of `end` it has to leave first: the way that stays there is found otherwise. */
  #origins(start: Spot, end?: Spot): Origin[] {
    const { edgeCost, turnStart, turnTo, turnTime } = this.graph
    const ends = new Set(end?.flatMap((place) => this.#edgesTo(place)).map(({ edge }) => edge))
    return start.flatMap((place) => this.#edgesFrom(place)).flatMap(({ edge, share }) => {
      const cost = (edgeCost[edge] as number) * (1 - share)
      if (!ends.has(edge)) return { edge, cost, after: -1 }
      const origins: Origin[] = []
      for (let turn = turnStart[edge] as number; turn < (turnStart[edge + 1] as number); turn++) {
        const next = turnTo[turn] as number
        const atNext = cost + (turnTime[turn] as number) + (edgeCost[next] as number)
        origins.push({ edge: next, cost: atNext, after: edge })
      }
      return origins
    })
  }

  #goal(end: Spot): Goal {
    const { edgeCost } = this.graph
    const edges = end.flatMap((place) => this.#edgesTo(place))
    const offset = edges.reduce((most, { edge }) => Math.max(most, edgeCost[edge] as number), 0)
    const cost = ({ edge, share }: { edge: number; share: number }) => offset - (edgeCost[edge] as number) * (1 - share)
    return { offset, origins: edges.map((place) => ({ edge: place.edge, cost: cost(place), after: -1 })) }
  }

  /** Edges that pass a point on a road however they are reached, with the share of each that lies before the point. */
  #edgesTo(place: Snapped): { edge: number; share: number }[] {
    return this.#edgesFrom(place).flatMap(({ edge, share }) => [
      { edge, share },
      ...(this.#again.get(edge) ?? []).map((again) => ({ edge: again, share })),
    ])
  }

  /** Edges on which a drive can begin at a point, with the share of each that lies before the point. */
  #edgesFrom({ road, share }: Snapped): { edge: number; share: number }[] {
    const along = this.#along[road] as number
    const against = this.#against[road] as number
    return [
      ...(along >= 0 ? [{ edge: along, share }] : []),
      ...(against >= 0 ? [{ edge: against, share: 1 - share }] : []),
    ]
  }

  /** The leg that stays on one road, where both points lie on it and the direction is allowed. */
  #stay(starts: Spot, ends: Spot): Leg | null {
    const { edgeRoad, edgeTime, edgeCost, roadLength } = this.graph
    let best: Leg | null = null
    for (const start of starts) {
      for (const end of ends) {
        if (start.road !== end.road) continue
        const along = this.#along[start.road] as number
        const against = this.#against[start.road] as number
        const edge = end.share === start.share ? Math.max(along, against) : end.share > start.share ? along : against
        if (edge < 0) continue
        const part = Math.abs(end.share - start.share)
        const cost = (edgeCost[edge] as number) * part
        if (best && best.cost <= cost) continue
        const metres = (roadLength[edgeRoad[edge] as number] as number) * part
        best = { edges: [edge], start, end, metres, seconds: (edgeTime[edge] as number) * part / 1000, cost }
      }
    }
    return best
  }
}

function rounded(metres: number, seconds: number): Measure {
  return { distance_in_km: Math.round(metres) / 1000, time_in_secs: Math.round(seconds) }
}
