import { contract } from '../../supabase/functions/_shared/geo/contract.ts'
import type { Graph, RoadGraph } from '../../supabase/functions/_shared/geo/graph.ts'
import type { Extract } from '../osm/extract.ts'
import { strongestComponent } from './component.ts'
import { findCourses, type States, unfold } from './courses.ts'
import { type Edge, type Road, splitRoads } from './roads.ts'
import { nodeDelay } from './rules.ts'
import { findLeaving, findTurns } from './turns.ts'

/**
 * Builds the road graph of an extract: roads between junctions, an edge for each direction that may be driven, a turn
 * wherever one may follow the other, and of all that the largest part in which everything reaches everything.
 */
export function buildGraph(extract: Extract, progress?: (share: number) => void): Graph {
  const roads = splitRoads(extract)
  const edges: Edge[] = []
  roads.forEach(({ rule, from, to }, road) => {
    if (rule.forward) edges.push({ road, reversed: false, from, to })
    if (rule.backward) edges.push({ road, reversed: true, from: to, to: from })
  })
  const leaving = findLeaving(edges)
  const turns = findTurns(extract, roads, edges, leaving)
  const states = unfold(edges.length, turns, findCourses(extract.relations, roads, edges, leaving))
  return contract(pack(extract, roads, edges, states, findKept(states)), progress)
}

/**
 * The edges of the largest part in which everything reaches everything, in all their states: who sets out on an edge
 * does so in its free state, and who arrives may do so in any.
 */
function findKept({ turns, edge }: States): Uint8Array {
  const kept = strongestComponent(edge.length, turns.start, turns.to)
  const keptEdges = new Set(edge.filter((_, state) => kept[state]))
  return kept.map((_, state) => (keptEdges.has(edge[state] ?? -1) ? 1 : 0))
}

function pack(
  extract: Extract,
  roads: readonly Road[],
  edges: readonly Edge[],
  { turns, edge: edgeOf }: States,
  kept: Uint8Array
): RoadGraph {
  const names = new Map<string, number>([['', 0]])
  const newRoad = new Map<number, number>()
  const newEdge = new Map<number, number>()
  const columns = {
    edgeRoad: [] as number[],
    edgeReversed: [] as number[],
    edgeTime: [] as number[],
    edgeCost: [] as number[],
    turnStart: [0],
    turnTo: [] as number[],
    turnTime: [] as number[],
    roadLength: [] as number[],
    roadName: [] as number[],
    roadRound: [] as number[],
    pointStart: [0],
    pointLng: [] as number[],
    pointLat: [] as number[]
  }
  edgeOf.forEach((base, state) => {
    const edge = edges[base]
    const road = edge && roads[edge.road]
    if (!kept[state] || !road) return
    newEdge.set(state, newEdge.size)
    if (!newRoad.has(edge.road)) {
      newRoad.set(edge.road, newRoad.size)
      const name = road.way.tags.name ?? road.way.tags.ref ?? ''
      if (!names.has(name)) names.set(name, names.size)
      columns.roadName.push(names.get(name) ?? 0)
      columns.roadLength.push(road.length)
      columns.roadRound.push(road.way.tags.junction === 'roundabout' ? 1 : 0)
      for (const node of road.nodes) {
        columns.pointLng.push(Math.round(extract.nodes.lng(node) / 10))
        columns.pointLat.push(Math.round(extract.nodes.lat(node) / 10))
      }
      columns.pointStart.push(columns.pointLng.length)
    }
    let time = road.length / (road.rule.speed / 3.6)
    for (const node of road.nodes.slice(1, -1)) time += nodeDelay(extract.nodeTags.get(node))
    columns.edgeRoad.push(newRoad.get(edge.road) ?? 0)
    columns.edgeReversed.push(edge.reversed ? 1 : 0)
    // A step of the way costs something, or the quickest way could go in circles.
    columns.edgeTime.push(Math.max(1, Math.round(time * 1000)))
    columns.edgeCost.push(Math.max(1, Math.round(time * 1000 * road.rule.reluctance)))
  })
  for (const old of newEdge.keys()) {
    for (let turn = turns.start[old] ?? 0; turn < (turns.start[old + 1] ?? 0); turn++) {
      const to = newEdge.get(turns.to[turn] ?? -1)
      if (to === undefined) continue
      columns.turnTo.push(to)
      columns.turnTime.push(Math.round((turns.time[turn] ?? 0) * 1000))
    }
    columns.turnStart.push(columns.turnTo.length)
  }
  return {
    edgeRoad: Uint32Array.from(columns.edgeRoad),
    edgeReversed: Uint8Array.from(columns.edgeReversed),
    edgeTime: Uint32Array.from(columns.edgeTime),
    edgeCost: Uint32Array.from(columns.edgeCost),
    turnStart: Uint32Array.from(columns.turnStart),
    turnTo: Uint32Array.from(columns.turnTo),
    turnTime: Uint32Array.from(columns.turnTime),
    roadLength: Float32Array.from(columns.roadLength),
    roadName: Uint32Array.from(columns.roadName),
    roadRound: Uint8Array.from(columns.roadRound),
    pointStart: Uint32Array.from(columns.pointStart),
    pointLng: Int32Array.from(columns.pointLng),
    pointLat: Int32Array.from(columns.pointLat),
    names: [...names.keys()]
  }
}
