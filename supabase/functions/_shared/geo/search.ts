import { METRES_PER_DEGREE } from './distance.ts'
import type { Graph } from './graph.ts'
import { Heap } from './heap.ts'
import type { LatLng } from './types.ts'

// The plane's metres are a little short, so that it never overstates a distance on the bent earth.
const SHORT = 0.999

/**
 * The state of a search over edges: A* towards a point, or Dijkstra without one. It lives as long as the graph, and a
 * counter tells this search's entries from those of earlier ones, so that nothing has to be cleared.
 */
export class Search {
  readonly #heap = new Heap()
  readonly #cost: Float64Array
  readonly #before: Int32Array
  readonly #estimate: Float64Array
  readonly #reached: Uint32Array
  readonly #settled: Uint32Array
  /** Per edge: its end in metres on a plane. */
  readonly #endX: Float64Array
  readonly #endY: Float64Array
  readonly #scaleX: number
  readonly #secondsPerMetre: number
  #number = 0
  #target: { x: number; y: number } | null = null

  constructor(graph: Graph) {
    const edges = graph.edgeRoad.length
    this.#cost = new Float64Array(edges)
    this.#before = new Int32Array(edges)
    this.#estimate = new Float64Array(edges)
    this.#reached = new Uint32Array(edges)
    this.#settled = new Uint32Array(edges)
    this.#endX = new Float64Array(edges)
    this.#endY = new Float64Array(edges)
    this.#secondsPerMetre = 3.6 / graph.maxSpeed
    let northmost = 0
    for (const lat of graph.pointLat) northmost = Math.max(northmost, Math.abs(lat))
    // Degrees of longitude are shortest at the highest latitude.
    this.#scaleX = METRES_PER_DEGREE * SHORT * Math.cos((northmost / 1e6) * (Math.PI / 180))
    for (let edge = 0; edge < edges; edge++) {
      const road = graph.edgeRoad[edge] as number
      const isReversed = graph.edgeReversed[edge] === 1
      const last = isReversed ? graph.pointStart[road] as number : (graph.pointStart[road + 1] as number) - 1
      this.#endX[edge] = ((graph.pointLng[last] as number) / 1e6) * this.#scaleX
      this.#endY[edge] = ((graph.pointLat[last] as number) / 1e6) * METRES_PER_DEGREE * SHORT
    }
  }

  /** Starts anew, towards `target` if given. */
  begin(target?: LatLng): void {
    this.#number++
    this.#heap.clear()
    this.#target = target ? { x: target.lng * this.#scaleX, y: target.lat * METRES_PER_DEGREE * SHORT } : null
  }

  /** Offers a way to the end of `edge`, coming from the edge `before` (-1 at the start). */
  reach(edge: number, cost: number, before: number): void {
    if (this.#reached[edge] !== this.#number) {
      this.#reached[edge] = this.#number
      this.#estimate[edge] = this.#target ? this.#secondsTo(this.#target, edge) : 0
    } else if (cost >= (this.#cost[edge] as number)) return
    this.#cost[edge] = cost
    this.#before[edge] = before
    this.#heap.push(cost + (this.#estimate[edge] as number), edge)
  }

  /** The edge whose end is cheapest to reach, each one once; -1 when all further ways cost `limit` or more. */
  next(limit: number): number {
    while (this.#heap.min < limit) {
      const edge = this.#heap.pop()
      if (this.#settled[edge] === this.#number) continue
      this.#settled[edge] = this.#number
      return edge
    }
    return -1
  }

  cost(edge: number): number {
    return this.#cost[edge] as number
  }

  /** The edges up to and including `edge`, from the start. */
  path(edge: number): number[] {
    const edges: number[] = []
    for (let at = edge; at >= 0; at = this.#before[at] as number) edges.push(at)
    return edges.reverse()
  }

  #secondsTo(target: { x: number; y: number }, edge: number): number {
    const dx = (this.#endX[edge] as number) - target.x
    const dy = (this.#endY[edge] as number) - target.y
    // A spot's points lie within a metre of each other; never overstating keeps the search exact.
    return Math.max(0, Math.sqrt(dx * dx + dy * dy) - 1) * this.#secondsPerMetre
  }
}
