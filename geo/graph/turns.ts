import { turnAngle } from '../../supabase/functions/_shared/region/mod.ts'
import { Column } from '../osm/column.ts'
import type { Extract } from '../osm/extract.ts'
import type { Side } from '../town/driving-side.ts'
import { readRestrictions } from './restrictions.ts'
import type { RoadNet } from './roads.ts'
import { nodeDelay, turnDelay } from './rules.ts'

/** The turns of edge e have the indexes from start[e] to start[e + 1] - 1. Each leads onto edge `to` and takes `time` ms. */
export interface Turns {
  start: Uint32Array
  to: Uint32Array
  time: Uint32Array
}

/** Returns the edges that leave a junction, in ascending order. */
export type Leaving = (junction: number) => Uint32Array

/** Seconds that a U-turn at a dead end takes. */
const TURNING_ROUND = 15

/** Finds the edges that leave each junction. */
export function findLeaving(net: RoadNet): Leaving {
  const start = new Uint32Array(net.junctionNode.length + 1)
  for (let edge = 0; edge < net.edges; edge++) start[net.from(edge) + 1] = (start[net.from(edge) + 1] as number) + 1
  for (let i = 1; i < start.length; i++) start[i] = (start[i] as number) + (start[i - 1] as number)
  const cursor = start.slice()
  const leaving = new Uint32Array(net.edges)
  for (let edge = 0; edge < net.edges; edge++) {
    const at = cursor[net.from(edge)] as number
    leaving[at] = edge
    cursor[net.from(edge)] = at + 1
  }
  return (junction) => leaving.subarray(start[junction], start[junction + 1])
}

/** Finds every permitted turn at a junction and the time that it takes. @param side on which people drive */
export function findTurns(extract: Extract, net: RoadNet, leaving: Leaving, side: Side): Turns {
  const arms = countArms(net)
  const isForbidden = readRestrictions(extract)
  const start = new Uint32Array(net.edges + 1)
  const to = new Column(Uint32Array)
  const time = new Column(Uint32Array)
  for (let edge = 0; edge < net.edges; edge++) {
    start[edge] = to.length
    const junction = net.to(edge)
    const node = net.junctionNode.at(junction)
    const delay = node < 0 ? 0 : nodeDelay(extract.nodeTags.get(node))
    const armCount = arms[junction] as number
    for (const next of leaving(junction)) {
      const isReturn =
        net.edgeRoad.at(next) === net.edgeRoad.at(edge) && net.edgeReversed.at(next) !== net.edgeReversed.at(edge)
      // Permit a U-turn only at a dead end, where no other road meets.
      if (isReturn && armCount > 1) continue
      if (isForbidden(net.wayOf(edge).id, node, net.wayOf(next).id)) continue
      const seconds = isReturn ? TURNING_ROUND : delay + delayOf(extract, net, edge, next, armCount, side)
      to.push(next)
      time.push(Math.round(seconds * 1000))
    }
  }
  start[net.edges] = to.length
  return { start, to: to.finish(), time: time.finish() }
}

/** Counts for each junction how many roads end at it. */
function countArms(net: RoadNet): Uint32Array {
  const arms = new Uint32Array(net.junctionNode.length)
  for (let road = 0; road < net.roads; road++) {
    for (const end of new Set([net.roadFrom.at(road), net.roadTo.at(road)])) arms[end] = (arms[end] as number) + 1
  }
  return arms
}

function delayOf(extract: Extract, net: RoadNet, edge: number, next: number, arms: number, side: Side): number {
  const before = net.wayOf(edge)
  const after = net.wayOf(next)
  const at = (node: number) => ({ lat: extract.nodes.lat(node) / 1e7, lng: extract.nodes.lng(node) / 1e7 })
  const [a, b] = [at(net.nodeOf(edge, -2)), at(net.nodeOf(edge, -1))]
  const toTheRight = turnAngle(a, b, at(net.nodeOf(next, 0)), at(net.nodeOf(next, 1)))
  return turnDelay({
    angle: side === 'right' ? toTheRight : -toTheRight,
    fromRank: before.rule.rank,
    toRank: after.rule.rank,
    arms,
    withinRoundabout: before.isRoundabout && after.isRoundabout
  })
}
