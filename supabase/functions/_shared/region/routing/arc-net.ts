import type { Graph, RoadGraph } from './graph.ts'
import { Heap } from './heap.ts'

type Hierarchy = Omit<Graph, keyof RoadGraph>

/**
 * The net of arcs (turns and shortcuts, see `Graph`) between edges. `contract` removes one edge after another from it. The net
 * finds the shortcuts that replace a removed edge. The arcs are stored as linked lists in flat arrays.
 */
export class ArcNet {
  readonly #count: number
  readonly #gone: Uint8Array
  readonly #firstOut: Int32Array
  readonly #firstIn: Int32Array
  #arcs = 0
  #from = new Uint32Array(1 << 12)
  #to = new Uint32Array(1 << 12)
  #cost = new Uint32Array(1 << 12)
  #over = new Uint32Array(1 << 12)
  #nextOut = new Int32Array(1 << 12)
  #nextIn = new Int32Array(1 << 12)
  // State of `#searchFrom`, which looks for ways around an edge. Searches are numbered, so that the arrays need not be cleared
  // between them. By edge: the number of the last search that reached it (`#search`), and the lowest cost found (`#reached`).
  readonly #heap = new Heap()
  readonly #reached: Float64Array
  readonly #search: Uint32Array
  #number = 0
  // By edge: the number of the last search that had the edge as a target, and the highest cost at which it counts as reached.
  readonly #target: Uint32Array
  readonly #targetCost: Float64Array

  constructor(count: number) {
    this.#count = count
    this.#gone = new Uint8Array(count)
    this.#firstOut = new Int32Array(count).fill(-1)
    this.#firstIn = new Int32Array(count).fill(-1)
    this.#reached = new Float64Array(count)
    this.#search = new Uint32Array(count)
    this.#target = new Uint32Array(count)
    this.#targetCost = new Float64Array(count)
  }

  /** Adds an arc, or lowers the cost of an existing one. @param over 1 + the edge that a shortcut passes; 0 for a turn */
  add(from: number, to: number, cost: number, over: number): void {
    for (let arc = this.#firstOut[from] as number; arc >= 0; arc = this.#nextOut[arc] as number) {
      if (this.#to[arc] !== to) continue
      if (cost < (this.#cost[arc] as number)) {
        this.#cost[arc] = cost
        this.#over[arc] = over
      }
      return
    }
    if (this.#arcs === this.#from.length) this.#grow()
    const arc = this.#arcs++
    this.#from[arc] = from
    this.#to[arc] = to
    this.#cost[arc] = cost
    this.#over[arc] = over
    this.#nextOut[arc] = this.#firstOut[from] as number
    this.#firstOut[from] = arc
    this.#nextIn[arc] = this.#firstIn[to] as number
    this.#firstIn[to] = arc
  }

  /** Returns the number of arcs between an edge and edges that are not removed. */
  degree(edge: number): number {
    let degree = 0
    for (let arc = this.#firstOut[edge] as number; arc >= 0; arc = this.#nextOut[arc] as number) {
      if (!this.#gone[this.#to[arc] as number]) degree++
    }
    for (let arc = this.#firstIn[edge] as number; arc >= 0; arc = this.#nextIn[arc] as number) {
      if (!this.#gone[this.#from[arc] as number]) degree++
    }
    return degree
  }

  /**
   * Returns the number of shortcuts that are needed if `edge` is removed. Adds them to the net if `isReal` is true. Does not
   * remove the edge; `remove` does.
   *
   * A shortcut is needed unless a search finds a way around the edge that costs no more.
   *
   * @param limit largest number of edges that one such search visits; a lower limit saves time but may give more shortcuts
   */
  shortcutsOver(edge: number, limit: number, isReal: boolean): number {
    let shortcuts = 0
    for (let into = this.#firstIn[edge] as number; into >= 0; into = this.#nextIn[into] as number) {
      const from = this.#from[into] as number
      if (this.#gone[from]) continue
      const costIn = this.#cost[into] as number
      const number = ++this.#number
      let farthest = -1
      let targets = 0
      for (let out = this.#firstOut[edge] as number; out >= 0; out = this.#nextOut[out] as number) {
        const to = this.#to[out] as number
        if (this.#gone[to] || to === from) continue
        const cost = costIn + (this.#cost[out] as number)
        this.#target[to] = number
        this.#targetCost[to] = cost
        targets++
        if (cost > farthest) farthest = cost
      }
      if (targets === 0) continue
      this.#searchFrom(from, edge, farthest, limit, targets)
      for (let out = this.#firstOut[edge] as number; out >= 0; out = this.#nextOut[out] as number) {
        const to = this.#to[out] as number
        if (this.#gone[to] || to === from) continue
        const cost = costIn + (this.#cost[out] as number)
        if (this.#search[to] === this.#number && (this.#reached[to] as number) <= cost) continue
        shortcuts++
        if (isReal) this.add(from, to, cost, edge + 1)
      }
    }
    return shortcuts
  }

  /**
   * Computes the costs from one edge to others without passing the edge `without`. Ends when each of the `targets` marked edges
   * is reached at no more than its `#targetCost`. Otherwise it ends at the cost `farthest`, or after `limit` edges.
   */
  #searchFrom(from: number, without: number, farthest: number, limit: number, targets: number): void {
    const number = this.#number
    let left = targets
    this.#heap.clear()
    this.#search[from] = number
    this.#reached[from] = 0
    this.#heap.push(0, from)
    for (let seen = 0; seen < limit && this.#heap.min <= farthest;) {
      const cost = this.#heap.min
      const edge = this.#heap.pop()
      if (cost > (this.#reached[edge] as number)) continue
      seen++
      for (let arc = this.#firstOut[edge] as number; arc >= 0; arc = this.#nextOut[arc] as number) {
        const to = this.#to[arc] as number
        if (to === without || this.#gone[to]) continue
        const there = cost + (this.#cost[arc] as number)
        if (there > farthest || (this.#search[to] === number && (this.#reached[to] as number) <= there)) continue
        this.#search[to] = number
        this.#reached[to] = there
        if (this.#target[to] === number && there <= (this.#targetCost[to] as number)) {
          this.#target[to] = 0
          if (--left === 0) return
        }
        this.#heap.push(there, to)
      }
    }
  }

  /** Removes an edge from later searches, and calls `visit` for each neighbour. The edge's arcs are kept for `split`. */
  remove(edge: number, visit: (neighbour: number) => void): void {
    this.#gone[edge] = 1
    for (let arc = this.#firstOut[edge] as number; arc >= 0; arc = this.#nextOut[arc] as number) {
      const to = this.#to[arc] as number
      if (this.#gone[to]) continue
      visit(to)
      this.#firstIn[to] = this.#withoutGone(this.#firstIn[to] as number, this.#from, this.#nextIn)
    }
    for (let arc = this.#firstIn[edge] as number; arc >= 0; arc = this.#nextIn[arc] as number) {
      const from = this.#from[arc] as number
      if (this.#gone[from]) continue
      visit(from)
      this.#firstOut[from] = this.#withoutGone(this.#firstOut[from] as number, this.#to, this.#nextOut)
    }
  }

  /** Drops arcs of removed edges from a list, so that searches skip them. Returns the list's first arc; -1 if none is left. */
  #withoutGone(first: number, end: Uint32Array, next: Int32Array): number {
    let head = -1
    let last = -1
    for (let arc = first; arc >= 0; arc = next[arc] as number) {
      if (this.#gone[end[arc] as number]) continue
      if (last < 0) head = arc
      else next[last] = arc
      last = arc
    }
    if (last >= 0) next[last] = -1
    return head
  }

  /**
   * Splits the arcs into the two lists of the hierarchy: each arc is stored at its edge of lower rank, as an arc up or down.
   */
  split(rank: Uint32Array): Hierarchy {
    const isUp = (arc: number) =>
      (rank[this.#from[arc] as number] as number) < (rank[this.#to[arc] as number] as number)
    const up = this.#gather(isUp, this.#from, this.#to)
    const down = this.#gather((arc) => !isUp(arc), this.#to, this.#from)
    return {
      upStart: up.start,
      upTo: up.end,
      upCost: up.cost,
      upOver: up.over,
      downStart: down.start,
      downFrom: down.end,
      downCost: down.cost,
      downOver: down.over,
    }
  }

  #gather(isWanted: (arc: number) => boolean, owner: Uint32Array, other: Uint32Array) {
    const start = new Uint32Array(this.#count + 1)
    for (let arc = 0; arc < this.#arcs; arc++) if (isWanted(arc)) start[(owner[arc] as number) + 1]!++
    for (let edge = 0; edge < this.#count; edge++) start[edge + 1]! += start[edge] as number
    const size = start[this.#count] as number
    const result = { start, end: new Uint32Array(size), cost: new Uint32Array(size), over: new Uint32Array(size) }
    const cursor = start.slice()
    for (let arc = 0; arc < this.#arcs; arc++) {
      if (!isWanted(arc)) continue
      const at = cursor[owner[arc] as number]!++
      result.end[at] = other[arc] as number
      result.cost[at] = this.#cost[arc] as number
      result.over[at] = this.#over[arc] as number
    }
    return result
  }

  #grow(): void {
    const size = this.#from.length * 2
    const grown = <Column extends Uint32Array | Int32Array>(old: Column): Column => {
      const column = new (old.constructor as new (length: number) => Column)(size)
      column.set(old)
      return column
    }
    this.#from = grown(this.#from)
    this.#to = grown(this.#to)
    this.#cost = grown(this.#cost)
    this.#over = grown(this.#over)
    this.#nextOut = grown(this.#nextOut)
    this.#nextIn = grown(this.#nextIn)
  }
}
