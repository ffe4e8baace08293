import type { Graph } from './graph.ts'
import { Heap } from './heap.ts'

/** The last step of the cheapest climb to an edge. */
export interface Step {
  /** Milliseconds to the edge. */
  cost: number
  /** The previous edge; -1 where the climb started, -2 - e where it started beyond edge e. */
  before: number
  /** 1 + the edge that a shortcut passes, 0 for a turn (as in `upOver`). */
  over: number
}

/** A finished climb: the last step to each settled edge. */
export interface Tree {
  get(edge: number): Step | undefined
}

/** Where a drive can begin: on an edge, with the cost to that edge's end; or beyond a first edge that the drive has left. */
export interface Origin {
  edge: number
  cost: number
  /** The edge driven before; -1 if there is none. */
  after: number
}

type Arcs = Pick<Graph, 'upStart' | 'upTo' | 'upCost' | 'upOver'>

/**
 * One direction of a search in the hierarchy: from edges to ever higher ranks. It lives as long as the graph, and a counter
 * separates this search's entries from earlier ones, so that nothing has to be cleared.
 */
export class Climb implements Tree {
  readonly #up: Arcs
  /** Arcs of the opposite direction: they may show that a way that comes from a higher rank is cheaper. */
  readonly #down: Arcs
  readonly #heap = new Heap()
  readonly #cost: Float64Array
  readonly #before: Int32Array
  readonly #over: Uint32Array
  readonly #reached: Uint32Array
  #number = 0

  constructor(graph: Graph, direction: 'forward' | 'backward') {
    const up = { upStart: graph.upStart, upTo: graph.upTo, upCost: graph.upCost, upOver: graph.upOver }
    const down = { upStart: graph.downStart, upTo: graph.downFrom, upCost: graph.downCost, upOver: graph.downOver }
    this.#up = direction === 'forward' ? up : down
    this.#down = direction === 'forward' ? down : up
    const count = graph.edgeRoad.length
    this.#cost = new Float64Array(count)
    this.#before = new Int32Array(count)
    this.#over = new Uint32Array(count)
    this.#reached = new Uint32Array(count)
  }

  begin(origins: readonly Origin[]): void {
    this.#number++
    this.#heap.clear()
    for (const { edge, cost, after } of origins) this.#reach(edge, cost, after < 0 ? -1 : -2 - after, 0)
  }

  /** A lower bound for the cost of any further way; Infinity when finished. */
  get min(): number {
    return this.#heap.min
  }

  /**
   * Settles the next edge and climbs on from it. Returns -1 if the edge was settled before, or if a way from a higher rank is
   * cheaper.
   */
  next(): number {
    const cost = this.#heap.min
    const edge = this.#heap.pop()
    if (cost > (this.#cost[edge] as number) || this.#isCheaperFromAbove(edge, cost)) return -1
    const { upStart, upTo, upCost, upOver } = this.#up
    for (let arc = upStart[edge] as number; arc < (upStart[edge + 1] as number); arc++) {
      this.#reach(upTo[arc] as number, cost + (upCost[arc] as number), edge, upOver[arc] as number)
    }
    return edge
  }

  /** The cost of an edge; Infinity if it was not reached. */
  cost(edge: number): number {
    return this.#reached[edge] === this.#number ? this.#cost[edge] as number : Infinity
  }

  get(edge: number): Step | undefined {
    if (this.#reached[edge] !== this.#number) return undefined
    return { cost: this.#cost[edge] as number, before: this.#before[edge] as number, over: this.#over[edge] as number }
  }

  /** Climbs to the top; returns the cost of each edge. */
  finish(): Map<number, Step> {
    const tree = new Map<number, Step>()
    while (this.#heap.min < Infinity) {
      const edge = this.next()
      const step = edge < 0 ? undefined : this.get(edge)
      if (step) tree.set(edge, step)
    }
    return tree
  }

  #reach(edge: number, cost: number, before: number, over: number): void {
    if (this.#reached[edge] === this.#number && cost >= (this.#cost[edge] as number)) return
    this.#reached[edge] = this.#number
    this.#cost[edge] = cost
    this.#before[edge] = before
    this.#over[edge] = over
    this.#heap.push(cost, edge)
  }

  #isCheaperFromAbove(edge: number, cost: number): boolean {
    const { upStart, upTo, upCost } = this.#down
    for (let arc = upStart[edge] as number; arc < (upStart[edge + 1] as number); arc++) {
      const above = upTo[arc] as number
      if (this.#reached[above] === this.#number && (this.#cost[above] as number) + (upCost[arc] as number) < cost) {
        return true
      }
    }
    return false
  }
}
