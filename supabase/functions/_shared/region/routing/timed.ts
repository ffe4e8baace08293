import type { Climb, Origin } from './climb.ts'
import type { Graph } from './graph.ts'
import { Heap } from './heap.ts'
import { type Leg, stretchesOf, turnOf } from './leg.ts'

/** Minutes of a week, which begins on Monday at 00:00. */
const WEEK = 7 * 24 * 60
/** Milliseconds of cost for each step to a stricter level of access, as in `turnCost`. */
const STEP = 3_600_000
/** Number of steps that means: forbidden. */
const FORBIDDEN = 3
/** Cost of a forbidden turn. It is taken only where the drive begins or ends behind it. */
const FORBIDDEN_COST = 24 * STEP

/** How a rule that cannot be known for certain counts (a holiday, the weather): as not in force, or as in force. */
export type Doubt = 'open' | 'closed'

/** Which rules of the hour a drive breaks. */
export interface Breaches {
  /** Whether it breaks one that is in force for certain. */
  isCertain: boolean
  /** Whether it breaks one that may be in force. */
  isPossible: boolean
  /** Whether it takes forbidden turns on the way, and not only where it begins or ends. */
  isThrough: boolean
}

/** The rules of a road graph that depend on the hour. */
export class Timetable {
  readonly #graph: Graph
  readonly #weekOf = new Map<number, number>()
  /** By edge onto which a turn with hours leads: all turns onto it. */
  readonly #onto = new Map<number, number[]>()

  constructor(graph: Graph) {
    this.#graph = graph
    graph.timedTurn.forEach((turn, i) => this.#weekOf.set(turn, graph.timedWeek[i] as number))
    for (const turn of graph.timedTurn) this.#onto.set(graph.turnTo[turn] as number, [])
    if (this.#onto.size > 0) graph.turnTo.forEach((edge, turn) => this.#onto.get(edge)?.push(turn))
  }

  get isEmpty(): boolean {
    return this.#weekOf.size === 0
  }

  /** Returns the steps of a turn in addition to its cost at a minute of the week. FORBIDDEN if it must not be driven. */
  stepsAt(turn: number, minute: number, doubt: Doubt): number {
    const week = this.#weekOf.get(turn)
    if (week === undefined) return 0
    const { weekStart, weekMinute, weekSteps } = this.#graph
    const now = ((Math.floor(minute) % WEEK) + WEEK) % WEEK
    let at = weekStart[week] as number
    while (at + 1 < (weekStart[week + 1] as number) && (weekMinute[at + 1] as number) <= now) at++
    const steps = weekSteps[at] as number
    return doubt === 'open' ? steps >> 2 : steps & 3
  }

  /** Checks a drive that begins at a minute of the week. */
  breachesOf(leg: Pick<Leg, 'edges' | 'start' | 'end'>, minute: number): Breaches {
    const breaches = { isCertain: false, isPossible: false, isThrough: false }
    let now = minute
    // A drive may begin and end in closed streets. Between them, streets are open: closed ones follow on open ones only once.
    let closures = 0
    let isClosed = false
    stretchesOf(this.#graph, leg).forEach(({ edge, milliseconds }, i) => {
      const wasClosed = isClosed
      isClosed = this.#isClosed(edge, now)
      if (i > 0) {
        const turn = turnOf(this.#graph, leg.edges[i - 1] as number, edge)
        const steps = this.stepsAt(turn, now, 'open')
        if (steps > 0) breaches.isCertain = true
        if (this.stepsAt(turn, now, 'closed') > 0) breaches.isPossible = true
        if (steps === FORBIDDEN && !isClosed) breaches.isThrough = true
        if (isClosed && !wasClosed) closures++
        if (!isClosed && wasClosed && closures > 0) breaches.isThrough = true
      }
      now += milliseconds / 60_000
    })
    return breaches
  }

  /** Whether nobody may turn onto an edge at a minute of the week. */
  #isClosed(edge: number, minute: number): boolean {
    const turns = this.#onto.get(edge)
    return turns !== undefined && turns.every((turn) => this.stepsAt(turn, minute, 'open') === FORBIDDEN)
  }
}

/**
 * Searches the cheapest way at a certain time, when some turns are forbidden or cost more: an A* search from edge to edge. Its
 * estimate of the cost that is left is exact for the graph without rules of the hour, from the contraction hierarchy (Strasser
 * et al., 2021), so that it looks at few edges beside the way.
 */
export class TimedSearch {
  readonly #graph: Graph
  readonly #timetable: Timetable
  readonly #heap = new Heap()
  readonly #cost: Float64Array
  readonly #clock: Float64Array
  readonly #before: Int32Array
  readonly #reached: Uint32Array
  readonly #left: Float64Array
  readonly #leftKnown: Uint32Array
  #number = 0

  constructor(graph: Graph, timetable: Timetable) {
    this.#graph = graph
    this.#timetable = timetable
    const count = graph.edgeRoad.length
    this.#cost = new Float64Array(count)
    this.#clock = new Float64Array(count)
    this.#before = new Int32Array(count)
    this.#reached = new Uint32Array(count)
    this.#left = new Float64Array(count)
    this.#leftKnown = new Uint32Array(count)
  }

  /**
   * Returns the edges of the cheapest way and its cost with the goal's offset; null if there is none.
   *
   * @param origins edges on which the drive begins, with the milliseconds that it takes to their ends
   * @param back the finished search from the goals
   * @param goals edges on which the drive ends
   */
  find(
    origins: readonly (Origin & { milliseconds: number })[],
    back: Climb,
    goals: readonly Origin[],
    minute: number,
    doubt: Doubt,
  ): { edges: number[]; cost: number } | null {
    const { edgeCost, edgeTime, turnStart, turnTo, turnCost, turnTime } = this.#graph
    const count = edgeCost.length
    const goalCost = new Map(goals.map(({ edge, cost }) => [edge, cost]))
    this.#number++
    this.#heap.clear()
    for (const { edge, cost, after, milliseconds } of origins) {
      let steps = 0
      if (after >= 0) steps = this.#extra(turnOf(this.#graph, after, edge), minute, doubt)
      this.#reach(edge, cost + steps, minute + milliseconds / 60_000, after < 0 ? -1 : -2 - after, back)
    }
    while (this.#heap.min < Infinity) {
      const key = this.#heap.min
      const edge = this.#heap.pop()
      // A number beyond the edges stands for arriving on an edge.
      if (edge >= count) return { edges: this.#wayTo(edge - count), cost: key }
      const cost = this.#cost[edge] as number
      if (key > cost + this.#leftFrom(edge, back)) continue
      const arriving = goalCost.get(edge)
      if (arriving !== undefined) this.#heap.push(cost + arriving, edge + count)
      const clock = this.#clock[edge] as number
      for (let turn = turnStart[edge] as number; turn < (turnStart[edge + 1] as number); turn++) {
        const next = turnTo[turn] as number
        const there = cost + (turnCost[turn] as number) + (edgeCost[next] as number) + this.#extra(turn, clock, doubt)
        const then = clock + ((turnTime[turn] as number) + (edgeTime[next] as number)) / 60_000
        this.#reach(next, there, then, edge, back)
      }
    }
    return null
  }

  #extra(turn: number, minute: number, doubt: Doubt): number {
    const steps = this.#timetable.stepsAt(turn, minute, doubt)
    return steps === FORBIDDEN ? FORBIDDEN_COST : steps * STEP
  }

  #reach(edge: number, cost: number, clock: number, before: number, back: Climb): void {
    if (this.#reached[edge] === this.#number && cost >= (this.#cost[edge] as number)) return
    const left = this.#leftFrom(edge, back)
    if (left === Infinity) return
    this.#reached[edge] = this.#number
    this.#cost[edge] = cost
    this.#clock[edge] = clock
    this.#before[edge] = before
    this.#heap.push(cost + left, edge)
  }

  /** Returns the cost from an edge's end to the goal in the graph without rules of the hour. */
  #leftFrom(edge: number, back: Climb): number {
    if (this.#leftKnown[edge] === this.#number) return this.#left[edge] as number
    const { upStart, upTo, upCost } = this.#graph
    let left = back.cost(edge)
    for (let arc = upStart[edge] as number; arc < (upStart[edge + 1] as number); arc++) {
      left = Math.min(left, (upCost[arc] as number) + this.#leftFrom(upTo[arc] as number, back))
    }
    this.#leftKnown[edge] = this.#number
    this.#left[edge] = left
    return left
  }

  #wayTo(last: number): number[] {
    const edges: number[] = []
    let edge = last
    for (;;) {
      edges.push(edge)
      const before = this.#before[edge] as number
      if (before === -1) break
      if (before < -1) {
        edges.push(-2 - before)
        break
      }
      edge = before
    }
    return edges.reverse()
  }
}
