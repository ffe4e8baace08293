import { turnAngle } from '../../supabase/functions/_shared/region/mod.ts'
import { Column } from '../osm/column.ts'
import type { Extract } from '../osm/extract.ts'
import type { Side } from '../town/driving-side.ts'
import { type Access, CLOSED, type Level, levelIn, OPEN, type Standing, standing, worstIn } from './access.ts'
import { always, type Holds, type Weekly, zip } from './hours.ts'
import { readRestrictions } from './restrictions.ts'
import type { RoadNet } from './roads.ts'
import { nodeDelay, turnDelay } from './rules.ts'

/**
 * The turns of edge e have the indexes from start[e] to start[e + 1] - 1. Each leads onto edge `to`, takes `time` ms and costs
 * `cost` ms. `hours` has an entry for the turns that are not the same at all hours.
 */
export interface Turns {
  start: Uint32Array
  to: Uint32Array
  time: Uint32Array
  cost: Uint32Array
  hours: ReadonlyMap<number, TurnHours>
}

/** By the minute of the week: the steps (see `STEP`) in addition to the turn's cost, certain and at worst; CLOSED if forbidden. */
export type TurnHours = Weekly<Standing>

/** Milliseconds of cost, but not of time, for each step to a stricter level of access: so nobody drives through end-only streets. */
export const STEP = 3_600_000

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

/**
 * Finds every turn at a junction that is permitted at some hour, and the time that it takes.
 * @param side on which people drive
 */
export function findTurns(extract: Extract, net: RoadNet, leaving: Leaving, access: Access, side: Side): Turns {
  const arms = countArms(net)
  const bansOf = readRestrictions(extract, net, access)
  const start = new Uint32Array(net.edges + 1)
  const to = new Column(Uint32Array)
  const time = new Column(Uint32Array)
  const cost = new Column(Uint32Array)
  const hours = new Map<number, TurnHours>()
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
      const steps = stepsOf(net.laneOf(edge).hours, net.nodeHours.get(node), net.laneOf(next).hours, bansOf(edge, next))
      const least = Math.min(...steps.values.map(levelIn)) as Level
      if (least === CLOSED) continue
      const seconds = isReturn ? TURNING_ROUND : delay + delayOf(extract, net, edge, next, armCount, side)
      const milliseconds = Math.round(seconds * 1000)
      if (steps.values.length > 1 || worstIn(steps.values[0] as Standing) !== least) {
        hours.set(
          to.length,
          zip(steps, steps, (value) => standing(beyond(levelIn(value), least), beyond(worstIn(value), least)))
        )
      }
      to.push(next)
      time.push(milliseconds)
      cost.push(milliseconds + least * STEP)
    }
  }
  start[net.edges] = to.length
  return { start, to: to.finish(), time: time.finish(), cost: cost.finish(), hours }
}

/** Adds turns with which a car turns round at both ends of some roads. */
export function withUTurns(net: RoadNet, turns: Turns, roads: ReadonlySet<number>): Turns {
  const edgesOf = new Map<number, number[]>()
  for (let edge = 0; edge < net.edges; edge++) {
    const road = net.edgeRoad.at(edge)
    if (roads.has(road)) edgesOf.set(road, [...(edgesOf.get(road) ?? []), edge])
  }
  const start = new Uint32Array(net.edges + 1)
  const [to, time, cost] = [new Column(Uint32Array), new Column(Uint32Array), new Column(Uint32Array)]
  const hours = new Map<number, TurnHours>()
  for (let edge = 0; edge < net.edges; edge++) {
    start[edge] = to.length
    for (let turn = turns.start[edge] as number; turn < (turns.start[edge + 1] as number); turn++) {
      const own = turns.hours.get(turn)
      if (own) hours.set(to.length, own)
      to.push(turns.to[turn] as number)
      time.push(turns.time[turn] as number)
      cost.push(turns.cost[turn] as number)
    }
    const back = edgesOf.get(net.edgeRoad.at(edge))?.find((other) => other !== edge)
    if (back === undefined) continue
    to.push(back)
    time.push(TURNING_ROUND * 1000)
    cost.push(TURNING_ROUND * 1000)
  }
  start[net.edges] = to.length
  return { start, to: to.finish(), time: time.finish(), cost: cost.finish(), hours }
}

function beyond(steps: Level, least: Level): Level {
  return steps === CLOSED ? CLOSED : ((steps - least) as Level)
}

const OPENS = always(standing(OPEN))

/** Returns the number of steps to stricter levels when a car turns from an edge over a node onto another; CLOSED if it must not. */
function stepsOf(
  before: Weekly<Standing>,
  node: Weekly<Standing> = OPENS,
  after: Weekly<Standing>,
  ban: Weekly<Holds> | null
): TurnHours {
  const toNode = zip(before, node, (from, via) => from * 16 + via)
  const steps = zip(toNode, after, (pair, onto) => {
    const [from, via] = [pair >> 4, pair & 15]
    // At worst, the street that the car comes from is open, so that every step counts.
    return standing(rise(levelIn(from), levelIn(via), levelIn(onto)), rise(levelIn(from), worstIn(via), worstIn(onto)))
  })
  if (!ban) return steps
  return zip(steps, ban, forbidding)
}

/** Closes a turn while a ban holds. */
export function forbidding(value: Standing, ban: Holds): Standing {
  return ban === 'no' ? value : standing(ban === 'yes' ? CLOSED : levelIn(value), CLOSED)
}

function rise(from: Level, via: Level, onto: Level): Level {
  if (via === CLOSED || onto === CLOSED) return CLOSED
  return (Math.max(0, via - from) + Math.max(0, onto - Math.max(from, via))) as Level
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
