import type { Graph } from './graph.ts'
import { Heap } from './heap.ts'

/** The last step of the cheapest way on which a search (`Climb`) reaches an edge. */
export interface Step {
  /** Cost of the whole way to the edge (milliseconds). */
  cost: number
  /** The previous edge. -1 if the climb starts at this edge; -2 - e if it starts at this edge after driving edge e. */
  before: number
  /** 1 + the edge that a shortcut passes, 0 for a turn (as in `upOver`). */
  over: number
}

/** The result of a climb: the last step to each edge whose cost is final. */
export interface Tree {
  get(edge: number): Step | undefined
}

/** An edge on which a search can begin. */
export interface Origin {
  edge: number
  /** Cost with which the search begins. In a forward search it is the cost from the start of the drive to the edge's end. */
  cost: number
  /** The edge that is driven before `edge`; -1 if the drive begins on `edge`. */
  after: number
}

type Arcs = Pick<Graph, 'upStart' | 'upTo' | 'upCost' | 'upOver'>

/**
 * One direction of a search in the contraction hierarchy: it climbs from edges to edges of ever higher rank. One instance
 * serves all searches on a graph. Its arrays are not cleared between searches: a counter marks the entries of the current
 * search.
 */
export class Climb implements Tree {
  readonly #up: Arcs
  /**
   * Arcs of the opposite direction. They show whether a way that comes down to an edge from a higher rank is cheaper than the
   * climb to this edge.
   */
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

  /** The lowest cost in the queue: ways that are found later cost at least this much. Infinity if the climb is finished. */
  get min(): number {
    return this.#heap.min
  }

  /**
   * Takes the cheapest edge from the queue, adds the edges above it to the queue, and returns it. Returns -1 and adds nothing
   * if this edge was visited before, or if a way that comes down to it from a higher rank is cheaper.
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

  /** Returns the cost of the way to an edge; Infinity if the climb has not reached the edge. */
  cost(edge: number): number {
    return this.#reached[edge] === this.#number ? this.#cost[edge] as number : Infinity
  }

  get(edge: number): Step | undefined {
    if (this.#reached[edge] !== this.#number) return undefined
    return { cost: this.#cost[edge] as number, before: this.#before[edge] as number, over: this.#over[edge] as number }
  }

  /** Climbs until no edge is left. Returns the last step to each reached edge. */
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
