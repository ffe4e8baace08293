import { turnAngle } from '../../supabase/functions/_shared/geo/heading.ts'
import type { Extract } from '../osm/extract.ts'
import { readRestrictions } from './restrictions.ts'
import type { Edge, Road } from './roads.ts'
import { nodeDelay, turnDelay } from './rules.ts'

/** Turns of edge e are start[e] .. start[e + 1]; each leads onto the edge `to` and takes `time` seconds. */
export interface Turns {
  start: Uint32Array
  to: number[]
  time: number[]
}

/** Tells the edges that leave a junction. */
export function findLeaving(edges: readonly Edge[]): (junction: number) => readonly number[] {
  const leaving = new Map<number, number[]>()
  edges.forEach(({ from }, i) => {
    const there = leaving.get(from)
    if (there) there.push(i)
    else leaving.set(from, [i])
  })
  return (junction) => leaving.get(junction) ?? []
}

/** Finds every turn over a junction that is allowed, and what it costs. */
export function findTurns(
  extract: Extract,
  roads: readonly Road[],
  edges: readonly Edge[],
  leaving: (junction: number) => readonly number[]
): Turns {
  const arms = new Map<number, Set<number>>()
  edges.forEach((edge) => {
    for (const end of [edge.from, edge.to]) arms.set(end, (arms.get(end) ?? new Set()).add(edge.road))
  })
  const isForbidden = readRestrictions(extract)
  const turns: Turns = { start: new Uint32Array(edges.length + 1), to: [], time: [] }
  edges.forEach((edge, i) => {
    turns.start[i] = turns.to.length
    const options = leaving(edge.to)
    const armCount = arms.get(edge.to)?.size ?? 0
    const road = roads[edge.road]
    if (!road) return
    for (const next of options) {
      const onto = edges[next]
      const nextRoad = onto && roads[onto.road]
      if (!onto || !nextRoad) continue
      // Turning round is for dead ends.
      if (onto.road === edge.road && onto.reversed !== edge.reversed && armCount > 1) continue
      if (isForbidden(road.way.id, edge.to, nextRoad.way.id)) continue
      turns.to.push(next)
      turns.time.push(
        onto.road === edge.road && onto.reversed !== edge.reversed
          ? 15
          : nodeDelay(extract.nodeTags.get(edge.to)) +
              turnDelay({
                angle: angleBetween(extract, road, edge, nextRoad, onto),
                fromRank: road.rule.rank,
                toRank: nextRoad.rule.rank,
                arms: armCount,
                withinRoundabout: isRoundabout(road) && isRoundabout(nextRoad)
              })
      )
    }
  })
  turns.start[edges.length] = turns.to.length
  return turns
}

function isRoundabout(road: Road): boolean {
  return road.way.tags.junction === 'roundabout'
}

/** Degrees between the end of one edge and the start of the next. */
function angleBetween(extract: Extract, road: Road, edge: Edge, nextRoad: Road, next: Edge): number {
  const before = edge.reversed ? road.nodes.toReversed() : road.nodes
  const after = next.reversed ? nextRoad.nodes.toReversed() : nextRoad.nodes
  const at = (node = 0) => {
    const [lng, lat] = extract.nodes.point(node)
    return { lat, lng }
  }
  return turnAngle(at(before.at(-2)), at(before.at(-1)), at(after[0]), at(after[1]))
}
