import { Climb, type Origin, type Tree } from './climb.ts'
import { type Graph, MAY_END, MAY_START } from './graph.ts'
import { type Leg, measureLeg, turnOf } from './leg.ts'
import type { Snapped, Spot } from './snap.ts'
import { type Doubt, TimedSearch, Timetable } from './timed.ts'
import { unpackWay } from './unpack.ts'

/** The end of a drive: where the backward search begins. */
interface Goal {
  origins: readonly Origin[]
  /**
   * Milliseconds that are added to the costs of the origins. The search counts every edge as a whole, but the drive ends
   * somewhere on the last edge. So an origin's cost is minus the time for the rest of its edge. The offset makes this cost
   * positive, because the search needs costs of at least 0.
   */
  offset: number
}

// Limits of an alternative route, each a factor. LONGER: largest cost, compared with the cost of the quickest route. SHARED:
// largest share of its driving time on edges that an earlier route also uses. LOCAL: an alternative must be the quickest way
// near the edge where the searches meet. The checked stretch around this edge costs LOCAL times the cost of the quickest route.
const LONGER = 1.35
const SHARED = 0.65
const LOCAL = 0.25

// A rule of which nobody knows whether it is in force (a holiday, the weather) is obeyed if that costs at most this factor of
// the driving time, or this many seconds.
const DOUBT_LONGER = 1.2
const DOUBT_SECONDS = 120

/**
 * Finds the quickest ways between points on roads, by searches in the contraction hierarchy from both ends (`Climb`). A drive
 * may leave its start and reach its end in either direction of the road, if the road allows it.
 */
export class Ways {
  readonly #graph: Graph
  readonly #ahead: Climb
  readonly #back: Climb
  /** Per road: the edge along (`#along`) and the edge against (`#against`) the order of its points; -1 if there is none. */
  readonly #along: Int32Array
  readonly #against: Int32Array
  /** Copies of an edge with the same road and direction (see `RoadGraph`). The key is the edge in `#along` or `#against`. */
  readonly #again = new Map<number, number[]>()
  readonly #timetable: Timetable
  readonly #timed: TimedSearch | null

  constructor(graph: Graph) {
    this.#graph = graph
    this.#ahead = new Climb(graph, 'forward')
    this.#back = new Climb(graph, 'backward')
    this.#timetable = new Timetable(graph)
    this.#timed = this.#timetable.isEmpty ? null : new TimedSearch(graph, this.#timetable)
    this.#along = new Int32Array(graph.roadLength.length).fill(-1)
    this.#against = new Int32Array(graph.roadLength.length).fill(-1)
    graph.edgeRoad.forEach((road, edge) => {
      const firsts = graph.edgeReversed[edge] === 1 ? this.#against : this.#along
      const first = firsts[road] as number
      if (first < 0) firsts[road] = edge
      else this.#again.set(first, [...(this.#again.get(first) ?? []), edge])
    })
  }

  /**
   * Returns the quickest way between two points on roads; null if there is none.
   *
   * @param minute of the week at which the drive begins (0: Monday, 00:00, local time). Without it, what is open at some hour
   * counts as open.
   */
  leg(start: Spot, end: Spot, minute?: number): Leg | null {
    const leg = this.#legOfAnyHour(start, end)
    return leg && minute !== undefined ? this.#lawful(leg, start, end, minute) : leg
  }

  /** Returns the leg if no rule of the hour forbids it, else the quickest one that obeys them; null if there is none. */
  #lawful(leg: Leg, start: Spot, end: Spot, minute: number): Leg | null {
    if (!this.#timed) return leg
    const breaches = this.#timetable.breachesOf(leg, minute)
    if (!breaches.isCertain && !breaches.isPossible) return leg
    const certain = breaches.isCertain ? this.#searchAt(start, end, minute, 'open') : leg
    const careful = this.#searchAt(start, end, minute, 'closed')
    if (!careful || (certain && careful.seconds > Math.max(certain.seconds * DOUBT_LONGER, certain.seconds + DOUBT_SECONDS))) {
      return certain
    }
    return careful
  }

  #searchAt(start: Spot, end: Spot, minute: number, doubt: Doubt): Leg | null {
    const direct = this.#stay(start, end)
    const { edgeTime, edgeCost, turnTime } = this.#graph
    const { origins: goals, offset } = this.#goal(end)
    this.#back.begin(goals)
    this.#back.finish()
    const origins = this.#origins(start, end).map((origin) => {
      const { edge, after, cost } = origin
      // The part of the first edge that is driven is known by its cost.
      const first = after < 0 ? edge : after
      const turn = after < 0 ? -1 : turnOf(this.#graph, after, edge)
      const rest = after < 0 ? cost : cost - (this.#graph.turnCost[turn] ?? 0) - (edgeCost[edge] as number)
      const driven = rest / (edgeCost[first] as number) * (edgeTime[first] as number)
      return { ...origin, milliseconds: driven + (after < 0 ? 0 : (turnTime[turn] ?? 0) + (edgeTime[edge] as number)) }
    })
    const found = this.#timed?.find(origins, this.#back, goals, minute, doubt)
    if (!found) return direct
    const leg = measureLeg(this.#graph, found.edges, start, end, found.cost - offset)
    if (direct && direct.cost <= leg.cost) return direct
    return this.#timetable.breachesOf(leg, minute).isThrough ? direct : leg
  }

  /** Whether a drive breaks a rule of the hour, or perhaps one. */
  breaks(leg: Leg, minute: number): boolean {
    const { isCertain, isPossible } = this.#timetable.breachesOf(leg, minute)
    return isCertain || isPossible
  }

  #legOfAnyHour(start: Spot, end: Spot): Leg | null {
    const direct = this.#stay(start, end)
    const { origins, offset } = this.#goal(end)
    const found = this.#search(this.#origins(start, end), origins, (direct?.cost ?? Infinity) + offset)
    if (found.meeting < 0) return direct
    const edges = unpackWay(this.#graph, this.#ahead, this.#back, found.meeting)
    return measureLeg(this.#graph, edges, start, end, found.cost - offset)
  }

  /**
   * Searches from both ends (`Climb`) until the cheapest way is found. `meeting` is the edge where the searches meet; -1 if no
   * way costs less than `limit`.
   */
  #search(from: readonly Origin[], to: readonly Origin[], limit: number): { cost: number; meeting: number } {
    const ahead = this.#ahead
    const back = this.#back
    ahead.begin(from)
    back.begin(to)
    let best = limit
    let meeting = -1
    while (ahead.min < best || back.min < best) {
      const [climb, other] = ahead.min <= back.min ? [ahead, back] : [back, ahead]
      const edge = climb.next()
      if (edge < 0) continue
      const cost = climb.cost(edge) + other.cost(edge)
      if (cost >= best) continue
      best = cost
      meeting = edge
    }
    return { cost: best, meeting }
  }

  /**
   * Returns up to `count` alternatives to the quickest way (Abraham et al., 2010); none if start and end are on the same road.
   * The searches from both ends (`Climb`) meet at many edges. The way over such an edge is an alternative if it is not much
   * longer, differs enough from the other ways, and makes no detour to reach that edge.
   */
  others(quickest: Leg, start: Spot, end: Spot, count: number): Leg[] {
    if (start.some(({ road }) => end.some((other) => other.road === road))) return []
    const { origins, offset } = this.#goal(end)
    this.#ahead.begin(this.#origins(start))
    const ahead = this.#ahead.finish()
    this.#back.begin(origins)
    const back = this.#back.finish()
    // Steps to stricter levels of access cost hours, by which an alternative must not become longer.
    const steps = this.#stepsOf(quickest.edges)
    const driving = quickest.cost - steps
    const most = steps + driving * LONGER
    const meetings: { edge: number; cost: number }[] = []
    for (const [edge, { cost }] of ahead) {
      const total = cost + (back.get(edge)?.cost ?? Infinity) - offset
      if (total <= most) meetings.push({ edge, cost: total })
    }
    meetings.sort((a, b) => a.cost - b.cost || a.edge - b.edge)
    const legs = [quickest]
    const seen = new Set<string>()
    for (const { edge, cost } of meetings) {
      if (legs.length > count) break
      const edges = unpackWay(this.#graph, ahead, back, edge)
      const key = edges.join()
      if (seen.has(key)) continue
      seen.add(key)
      if (this.#isLoop(edges) || legs.some((leg) => this.#shared(edges, leg.edges) > SHARED)) continue
      if (this.#isDetour(edges, edges.indexOf(edge), driving * LOCAL)) continue
      legs.push(measureLeg(this.#graph, edges, start, end, cost))
    }
    return legs.slice(1)
  }

  /** Returns the cost of a way's steps to stricter levels of access (milliseconds). */
  #stepsOf(edges: readonly number[]): number {
    const { turnCost, turnTime } = this.#graph
    return edges.slice(1).reduce((sum, edge, i) => {
      const turn = turnOf(this.#graph, edges[i] as number, edge)
      return turn < 0 ? sum : sum + (turnCost[turn] as number) - (turnTime[turn] as number)
    }, 0)
  }

  #isLoop(edges: readonly number[]): boolean {
    return new Set(edges.map((edge) => this.#graph.edgeRoad[edge])).size < edges.length
  }

  /** Returns which share of a way's driving time, 0 to 1, is spent on edges that are also part of another way. */
  #shared(edges: readonly number[], others: readonly number[]): number {
    const { edgeTime } = this.#graph
    const known = new Set(others)
    const time = (list: readonly number[]) => list.reduce((sum, edge) => sum + (edgeTime[edge] as number), 0)
    return time(edges.filter((edge) => known.has(edge))) / Math.max(1, time(edges))
  }

  /** Whether a stretch (cost: about `length`) around the edge at index `middle` can be replaced by a quicker way. */
  #isDetour(edges: readonly number[], middle: number, length: number): boolean {
    const { edgeCost, turnCost } = this.#graph
    const walk = (step: 1 | -1): number => {
      let at = middle
      for (let cost = 0; at + step >= 0 && at + step < edges.length && cost < length / 2; at += step) {
        cost += edgeCost[edges[at] as number] as number
      }
      return at
    }
    const [first, last] = [walk(-1), walk(1)]
    if (first === last) return false
    let cost = 0
    for (let i = first + 1; i <= last; i++) {
      const turn = turnOf(this.#graph, edges[i - 1] as number, edges[i] as number)
      cost += (turnCost[turn] ?? 0) + (edgeCost[edges[i] as number] as number)
    }
    const from = [{ edge: edges[first] as number, cost: 0, after: -1 }]
    const to = [{ edge: edges[last] as number, cost: 0, after: -1 }]
    return this.#search(from, to, cost).meeting >= 0
  }

  /**
   * Returns the quickest way from each start to each end. It needs one search (`Climb`) for each point, not one for each pair;
   * and one more for each way that a rule of the hour forbids.
   */
  matrix(starts: readonly (Spot | null)[], ends: readonly (Spot | null)[], minute?: number): (Leg | null)[][] {
    const rows = this.#matrixOfAnyHour(starts, ends)
    if (minute === undefined || !this.#timed) return rows
    return rows.map((row, i) =>
      row.map((leg, j) => leg && this.#lawful(leg, starts[i] as Spot, ends[j] as Spot, minute))
    )
  }

  #matrixOfAnyHour(starts: readonly (Spot | null)[], ends: readonly (Spot | null)[]): (Leg | null)[][] {
    const goals = ends.map((spot) => spot && { spot, ...this.#goal(spot) })
    const trees = goals.map((goal) => {
      if (!goal) return null
      this.#back.begin(goal.origins)
      return this.#back.finish()
    })
    // By edge: the ends whose backward search has reached the edge, and the cost from the edge to each of these ends.
    const reached = new Map<number, { end: number; cost: number }[]>()
    trees.forEach((tree, end) => {
      for (const [edge, { cost }] of tree ?? []) {
        const there = reached.get(edge)
        if (there) there.push({ end, cost })
        else reached.set(edge, [{ end, cost }])
      }
    })
    return starts.map((start) => {
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
        const back: Tree | null | undefined = trees[end]
        if (!goal || !back) return null
        // If start and end are on the same road, use `leg`, because the searches do not find a drive that stays on one road.
        if (start.some(({ road }) => goal.spot.some((other) => other.road === road))) {
          return this.#legOfAnyHour(start, goal.spot)
        }
        const { cost, meeting } = best[end] ?? { cost: Infinity, meeting: -1 }
        if (meeting < 0) return null
        return measureLeg(
          this.#graph,
          unpackWay(this.#graph, tree, back, meeting),
          start,
          goal.spot,
          cost - goal.offset,
        )
      })
    })
  }

  /**
   * Returns the edges from which the search begins, with their costs. If `end` is on the same edge as `start`, the search
   * begins with the edges after this edge, because `#stay` finds the way that does not leave it.
   */
  #origins(start: Spot, end?: Spot): Origin[] {
    const { edgeCost, turnStart, turnTo, turnCost } = this.#graph
    const ends = new Set(end?.flatMap((place) => this.#edgesTo(place)).map(({ edge }) => edge))
    return start.flatMap((place) => this.#edgesFrom(place)).flatMap(({ edge, share }) => {
      if (!this.#serves(edge, MAY_START)) return []
      const cost = (edgeCost[edge] as number) * (1 - share)
      if (!ends.has(edge)) return { edge, cost, after: -1 }
      const origins: Origin[] = []
      for (let turn = turnStart[edge] as number; turn < (turnStart[edge + 1] as number); turn++) {
        const next = turnTo[turn] as number
        const atNext = cost + (turnCost[turn] as number) + (edgeCost[next] as number)
        origins.push({ edge: next, cost: atNext, after: edge })
      }
      return origins
    })
  }

  /** Whether a drive can begin on an edge, or end on it. */
  #serves(edge: number, bit: number): boolean {
    return ((this.#graph.edgeEnds[edge] as number) & bit) !== 0
  }

  #goal(end: Spot): Goal {
    const { edgeCost } = this.#graph
    const edges = end.flatMap((place) => this.#edgesTo(place)).filter(({ edge }) => this.#serves(edge, MAY_END))
    const offset = edges.reduce((most, { edge }) => Math.max(most, edgeCost[edge] as number), 0)
    const cost = ({ edge, share }: { edge: number; share: number }) => offset - (edgeCost[edge] as number) * (1 - share)
    return { offset, origins: edges.map((place) => ({ edge: place.edge, cost: cost(place), after: -1 })) }
  }

  /** Returns the edges on which a drive can reach a point, with the share of each edge that lies before the point. */
  #edgesTo(place: Snapped): { edge: number; share: number }[] {
    return this.#edgesFrom(place).flatMap(({ edge, share }) => [
      { edge, share },
      ...(this.#again.get(edge) ?? []).map((again) => ({ edge: again, share })),
    ])
  }

  /** Returns the edges on which a drive can begin at a point, with the share of each edge that lies before the point. */
  #edgesFrom({ road, share }: Snapped): { edge: number; share: number }[] {
    const along = this.#along[road] as number
    const against = this.#against[road] as number
    return [
      ...(along >= 0 ? [{ edge: along, share }] : []),
      ...(against >= 0 ? [{ edge: against, share: 1 - share }] : []),
    ]
  }

  /**
   * Returns the leg that stays on one road. Null if the points are on different roads, or if the road is one-way the other way.
   */
  #stay(starts: Spot, ends: Spot): Leg | null {
    const { edgeRoad, edgeTime, edgeCost, roadLength } = this.#graph
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
