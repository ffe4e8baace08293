import type { Graph, Snapped } from '../../supabase/functions/_shared/region/mod.ts'

/**
 * Returns the cost of the cheapest way between two points. Tests compare the router with this search, which is as simple as
 * possible: no estimate, no hierarchy and no early end.
 */
export function cheapest(graph: Graph, starts: readonly Snapped[], ends: readonly Snapped[]): number {
  const { edgeRoad, edgeReversed, edgeCost, turnStart, turnTo, turnCost } = graph
  const count = edgeRoad.length
  const onEdge = (spots: readonly Snapped[], edge: number) => {
    const spot = spots.find(({ road }) => road === edgeRoad[edge])
    return spot && (edgeReversed[edge] ? 1 - spot.share : spot.share)
  }
  const cost = new Float64Array(count).fill(Infinity)
  const isWaiting = new Uint8Array(count)
  let waiting: number[] = []
  let best = Infinity
  for (let edge = 0; edge < count; edge++) {
    const from = onEdge(starts, edge)
    if (from === undefined) continue
    cost[edge] = (edgeCost[edge] ?? 0) * (1 - from)
    waiting.push(edge)
    const to = onEdge(ends, edge)
    if (to !== undefined && to >= from) best = Math.min(best, (edgeCost[edge] ?? 0) * (to - from))
  }
  // Relax all edges until no cost improves (Bellman-Ford): this is slow, but hard to get wrong.
  while (waiting.length > 0) {
    const round = waiting
    waiting = []
    for (const edge of round) {
      isWaiting[edge] = 0
      const here = cost[edge] ?? Infinity
      for (let turn = turnStart[edge] ?? 0; turn < (turnStart[edge + 1] ?? 0); turn++) {
        const next = turnTo[turn] ?? 0
        const there = here + (turnCost[turn] ?? 0) + (edgeCost[next] ?? 0)
        if (there >= (cost[next] ?? Infinity)) continue
        cost[next] = there
        if (!isWaiting[next]) waiting.push(next)
        isWaiting[next] = 1
      }
    }
  }
  for (let edge = 0; edge < count; edge++) {
    for (let turn = turnStart[edge] ?? 0; turn < (turnStart[edge + 1] ?? 0); turn++) {
      const next = turnTo[turn] ?? 0
      const to = onEdge(ends, next)
      if (to === undefined) continue
      best = Math.min(best, (cost[edge] ?? Infinity) + (turnCost[turn] ?? 0) + (edgeCost[next] ?? 0) * to)
    }
  }
  return best
}
