import type { Graph } from './graph.ts'
import type { Snapped, Spot } from './snap.ts'
import type { LatLng } from './types.ts'

/** The way between two points in detail. */
export interface Leg {
  /** Edges in the order of driving; the first and the last only in part. */
  edges: number[]
  start: Snapped
  end: Snapped
  metres: number
  seconds: number
  /** What the search minimised: milliseconds plus reluctance. */
  cost: number
}

/** Adds up a leg over edges. */
export function measureLeg(graph: Graph, edges: number[], starts: Spot, ends: Spot, cost: number): Leg {
  const { edgeRoad, edgeTime, edgeReversed, roadLength } = graph
  const onRoad = (spot: Spot, edge: number | undefined) =>
    spot.find(({ road }) => road === edgeRoad[edge ?? 0]) ?? spot[0]
  const shareOn = (edge: number, { share }: Snapped) => edgeReversed[edge] === 1 ? 1 - share : share
  const start = onRoad(starts, edges[0])
  const end = onRoad(ends, edges.at(-1))
  let metres = 0
  let milliseconds = 0
  edges.forEach((edge, i) => {
    let part = 1
    if (i === 0) part = 1 - shareOn(edge, start)
    else milliseconds += turnTimeOf(graph, edges[i - 1] as number, edge)
    if (i === edges.length - 1) part = shareOn(edge, end)
    metres += (roadLength[edgeRoad[edge] as number] as number) * part
    milliseconds += (edgeTime[edge] as number) * part
  })
  return { edges, start, end, metres, seconds: milliseconds / 1000, cost }
}

function turnTimeOf({ turnStart, turnTo, turnTime }: Graph, from: number, to: number): number {
  for (let turn = turnStart[from] as number; turn < (turnStart[from + 1] as number); turn++) {
    if (turnTo[turn] === to) return turnTime[turn] as number
  }
  return 0
}

/** Appends a leg's course to a shape, without the point that both share. */
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
    // Points strictly between the two ends of the part that is driven, in the road's own direction.
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
