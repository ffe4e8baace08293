import type { Graph } from './graph.ts'
import { drawLeg, type Leg, measureLeg } from './leg.ts'
import { encodePolyline } from './polyline.ts'
import { Search } from './search.ts'
import { type Snapped, Snapper, type Spot } from './snap.ts'
import type { LatLng, Route } from './types.ts'

/** Points that one request may hold, start and end included. */
export const MAX_POINTS = 25
/** Metres that a point may be away from a road. */
const SNAP_LIMIT = 1000

/**
 * Routes on a road graph: A* from edge to edge along allowed turns. Start and end lie anywhere on a road and may be left
 * and reached in both directions where the road allows it. Each search is synchronous, so one instance serves all.
 */
export class Router {
  readonly graph: Graph
  readonly #snapper: Snapper
  readonly #search: Search
  /** Per road: its edge along the points and its edge against them, -1 where there is none. */
  readonly #along: Int32Array
  readonly #against: Int32Array
  /** Further edges of the same road and direction, by the first one. */
  readonly #again = new Map<number, number[]>()

  constructor(graph: Graph) {
    this.graph = graph
    this.#snapper = new Snapper(graph)
    this.#search = new Search(graph)
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
    const { edgeCost, turnStart, turnTo, turnTime } = this.graph
    const search = this.#search
    const targets = end.flatMap((place) => this.#edgesTo(place))
    const direct = this.#stay(start, end)
    let bestCost = direct?.cost ?? Infinity
    let last: { edge: number; target: number } | null = null
    this.#begin(start, end[0])
    for (let edge = search.next(bestCost); edge >= 0; edge = search.next(bestCost)) {
      const cost = search.cost(edge)
      for (let turn = turnStart[edge] as number; turn < (turnStart[edge + 1] as number); turn++) {
        const next = turnTo[turn] as number
        const atNext = cost + (turnTime[turn] as number)
        for (const target of targets) {
          if (target.edge !== next) continue
          const total = atNext + (edgeCost[next] as number) * target.share
          if (total >= bestCost) continue
          bestCost = total
          last = { edge, target: next }
        }
        search.reach(next, atNext + (edgeCost[next] as number), edge)
      }
    }
    return last ? measureLeg(this.graph, [...search.path(last.edge), last.target], start, end, bestCost) : direct
  }

  /**
   * Distance and time from one point to many, in a single search.
   *
   * @returns one entry for each target, null where no way leads
   */
  oneToMany(from: LatLng, targets: readonly LatLng[]): (Pick<Route, 'distance_in_km' | 'time_in_secs'> | null)[] {
    const start = this.snap(from)
    if (!start) return targets.map(() => null)
    const { edgeCost, turnStart, turnTo, turnTime } = this.graph
    const search = this.#search
    const goals = targets.map((target) => {
      const end = this.snap(target)
      const direct = end && this.#stay(start, end)
      return {
        end,
        direct,
        cost: end ? direct?.cost ?? Infinity : -1,
        last: null as { edge: number; target: number } | null,
      }
    })
    const goalsOnEdge = new Map<number, { goal: (typeof goals)[number]; share: number }[]>()
    for (const goal of goals) {
      for (const { edge, share } of goal.end?.flatMap((place) => this.#edgesTo(place)) ?? []) {
        goalsOnEdge.set(edge, [...(goalsOnEdge.get(edge) ?? []), { goal, share }])
      }
    }
    this.#begin(start)
    const farthest = () => goals.reduce((most, { cost }) => Math.max(most, cost), -1)
    for (let edge = search.next(farthest()); edge >= 0; edge = search.next(farthest())) {
      const cost = search.cost(edge)
      for (let turn = turnStart[edge] as number; turn < (turnStart[edge + 1] as number); turn++) {
        const next = turnTo[turn] as number
        const atNext = cost + (turnTime[turn] as number)
        for (const { goal, share } of goalsOnEdge.get(next) ?? []) {
          const total = atNext + (edgeCost[next] as number) * share
          if (total < goal.cost) Object.assign(goal, { cost: total, last: { edge, target: next } })
        }
        search.reach(next, atNext + (edgeCost[next] as number), edge)
      }
    }
    return goals.map(({ end, direct, cost, last }) => {
      const path = last && [...search.path(last.edge), last.target]
      const leg = end && path ? measureLeg(this.graph, path, start, end, cost) : direct
      return leg && rounded(leg.metres, leg.seconds)
    })
  }

  #begin(start: Spot, target?: LatLng): void {
    this.#search.begin(target)
    for (const { edge, share } of start.flatMap((place) => this.#edgesFrom(place))) {
      this.#search.reach(edge, (this.graph.edgeCost[edge] as number) * (1 - share), -1)
    }
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
        best = { edges: [edge], start, end, metres, seconds: (edgeTime[edge] as number) * part, cost }
      }
    }
    return best
  }
}

function rounded(metres: number, seconds: number): Pick<Route, 'distance_in_km' | 'time_in_secs'> {
  return { distance_in_km: Math.round(metres) / 1000, time_in_secs: Math.round(seconds) }
}
