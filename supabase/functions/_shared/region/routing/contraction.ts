import { ArcNet } from './arc-net.ts'
import type { Graph, RoadGraph } from './graph.ts'
import { Heap } from './heap.ts'

// Largest number of edges that a search for a way around an edge visits: GLANCE to estimate the edge's priority, LOOK to decide
// whether a shortcut is needed.
const GLANCE = 16
const LOOK = 64

/**
 * Adds a contraction hierarchy to a road graph (Geisberger et al., 2008). The hierarchy is over edges instead of junctions, so
 * that turns have costs. Only the importer calls this function, because it takes a second for 50,000 turns. The same graph
 * always gives the same hierarchy.
 *
 * @param progress is called with the finished share of the edges, 0 to 1
 */
export function contract(graph: RoadGraph, progress: (share: number) => void = () => {}): Graph {
  const { edgeRoad, edgeCost, turnStart, turnTo, turnCost } = graph
  const count = edgeRoad.length
  const net = new ArcNet(count)
  for (let edge = 0; edge < count; edge++) {
    for (let turn = turnStart[edge] as number; turn < (turnStart[edge + 1] as number); turn++) {
      const to = turnTo[turn] as number
      if (to !== edge) net.add(edge, to, (turnCost[turn] as number) + (edgeCost[to] as number), 0)
    }
  }
  const depth = new Uint32Array(count)
  const rank = new Uint32Array(count)
  const order = new Heap()
  const priority = (edge: number) => net.shortcutsOver(edge, GLANCE, false) * 2 - net.degree(edge) + (depth[edge] ?? 0)
  for (let edge = 0; edge < count; edge++) order.push(priority(edge), edge)
  for (let next = 0; order.size > 0;) {
    const edge = order.pop()
    // The edge's priority may be higher now than when it was queued, because neighbours were removed. If so, queue the edge
    // again.
    const now = priority(edge)
    if (now > order.min) {
      order.push(now, edge)
      continue
    }
    net.shortcutsOver(edge, LOOK, true)
    net.remove(edge, (neighbour) => {
      depth[neighbour] = Math.max(depth[neighbour] ?? 0, (depth[edge] ?? 0) + 1)
    })
    rank[edge] = next++
    if (next % 1000 === 0) progress(next / count)
  }
  return { ...graph, ...net.split(rank) }
}
