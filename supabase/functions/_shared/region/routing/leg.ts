import type { Graph } from './graph.ts'
import type { Snapped, Spot } from './snap.ts'
import type { LatLng } from '../geometry/types.ts'

/** A way between two points of a route. */
export interface Leg {
  /** Edges in the order of driving. The first and the last edge may be driven only in part. */
  edges: number[]
  start: Snapped
  end: Snapped
  metres: number
  seconds: number
  /** The cost that the search minimised: milliseconds plus penalties. */
  cost: number
}

/** Creates a leg from its edges, with distance and time. @param starts snapped positions of the start, on one or more roads */
export function measureLeg(graph: Graph, edges: number[], starts: Spot, ends: Spot, cost: number): Leg {
  const { edgeRoad } = graph
  const onRoad = (spot: Spot, edge: number | undefined) =>
    spot.find(({ road }) => road === edgeRoad[edge ?? 0]) ?? spot[0]
  const leg = { edges, start: onRoad(starts, edges[0]), end: onRoad(ends, edges.at(-1)) }
  let metres = 0
  let milliseconds = 0
  for (const stretch of stretchesOf(graph, leg)) {
    metres += stretch.metres
    milliseconds += stretch.milliseconds
  }
  return { ...leg, metres, seconds: milliseconds / 1000, cost }
}

/** Returns the edges of a leg with the metres and the milliseconds driven on each, including the time of the turn onto it. */
export function stretchesOf(
  graph: Graph,
  { edges, start, end }: Pick<Leg, 'edges' | 'start' | 'end'>,
): { edge: number; metres: number; milliseconds: number }[] {
  const { edgeRoad, edgeTime, edgeReversed, roadLength, turnTime } = graph
  const shareOn = (edge: number, { share }: Snapped) => edgeReversed[edge] === 1 ? 1 - share : share
  return edges.map((edge, i) => {
    const from = i === 0 ? shareOn(edge, start) : 0
    const to = i === edges.length - 1 ? shareOn(edge, end) : 1
    const turn = i === 0 ? 0 : turnTime[turnOf(graph, edges[i - 1] as number, edge)] ?? 0
    return {
      edge,
      metres: (roadLength[edgeRoad[edge] as number] as number) * (to - from),
      milliseconds: turn + (edgeTime[edge] as number) * (to - from),
    }
  })
}

/** Returns the index of the turn from one edge onto another; -1 if the graph has no such turn. */
export function turnOf({ turnStart, turnTo }: Graph, from: number, to: number): number {
  for (let turn = turnStart[from] as number; turn < (turnStart[from + 1] as number); turn++) {
    if (turnTo[turn] === to) return turn
  }
  return -1
}

/** Appends the points of a leg's course to `shape`; skips points that repeat the one before. */
export function drawLeg(graph: Graph, { edges, start, end }: Leg, shape: LatLng[]): void {
  const { edgeRoad, edgeReversed, pointStart, pointLat, pointLng } = graph
  const add = ({ lat, lng }: LatLng) => {
    const last = shape.at(-1)
    if (last?.lat !== lat || last.lng !== lng) shape.push({ lat, lng })
  }
  add(start)
  edges.forEach((edge, i) => {
    const road = edgeRoad[edge] as number
    const first = pointStart[road] as number
    const isReversed = edgeReversed[edge] === 1
    // Find the points strictly between the ends of the driven part, in the road's own direction.
    let low = first
    let high = (pointStart[road + 1] as number) - 1
    if (i === 0) {
      if (isReversed) high = first + start.segment
      else low = first + start.segment + 1
    }
    if (i === edges.length - 1) {
      if (isReversed) low = Math.max(low, first + end.segment + 1)
      else high = Math.min(high, first + end.segment)
    }
    for (let k = 0; k <= high - low; k++) {
      const point = isReversed ? high - k : low + k
      add({ lat: (pointLat[point] as number) / 1e6, lng: (pointLng[point] as number) / 1e6 })
    }
  })
  add(end)
}
