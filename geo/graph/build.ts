import { contract, type Graph, indexRoads, type RoadGraph } from '../../supabase/functions/_shared/region/mod.ts'
import { Column } from '../osm/column.ts'
import type { Extract } from '../osm/extract.ts'
import type { Side } from '../town/driving-side.ts'
import { Access, type Standing } from './access.ts'
import { strongComponents } from './component.ts'
import { findCourses, type States, unfold } from './courses.ts'
import type { Weekly } from './hours.ts'
import { findParts, findRings, type Parts } from './parts.ts'
import { measureReach, type Reach } from './reach.ts'
import { type RoadNet, type RoadWay, splitRoads } from './roads.ts'
import { findLeaving, findTurns, type Turns, withUTurns } from './turns.ts'

/** The columns of a graph without doors, which the importer finds later. */
const NO_DOORS = {
  doorPlace: new Float64Array(),
  doorRoad: new Uint32Array(),
  doorLng: new Int32Array(),
  doorLat: new Int32Array()
}

export interface GraphOptions {
  /** The side on which people drive: a turn across the oncoming traffic takes longer. Default: the right. */
  side?: Side
  /** What the tags of the map mean for the firm's cars. Default: taxis without local rights. */
  access?: Access
  /** Called with the finished share of the contraction hierarchy (shortcuts that make searches fast), 0 to 1. */
  progress?: (share: number) => void
  /** Called with how much of the streets the graph reaches. */
  measured?: (reach: Reach) => void
}

/**
 * Builds the road graph of an extract: roads between junctions, an edge for each permitted direction of a road, and the
 * permitted turns from edge to edge. All parts of the roads are kept that a car can use, such as those of islands.
 */
export function buildGraph(extract: Extract, options: GraphOptions = {}): Graph {
  return contract(buildRoads(extract, options), options.progress)
}

/** Builds the graph without the hierarchy. A separate function, so that its intermediate data can be garbage-collected. */
function buildRoads(extract: Extract, { side = 'right', access = new Access(), measured }: GraphOptions): RoadGraph {
  const net = splitRoads(extract, access)
  const leaving = findLeaving(net)
  const turns = withRings(net, findTurns(extract, net, leaving, access, side))
  const states = unfold(net.edges, turns, findCourses(extract.relations, net, leaving, access))
  const parts = findParts(net, states)
  measured?.(measureReach(extract, net, parts))
  return pack(extract, net, states, parts)
}

/** Adds the turns that make both directions of a ring of streets usable. */
function withRings(net: RoadNet, turns: Turns): Turns {
  const rings = new Set(findRings(net, strongComponents(net.edges, turns.start, turns.to)))
  return rings.size === 0 ? turns : withUTurns(net, turns, rings)
}

function pack(extract: Extract, net: RoadNet, { turns, edge: edgeOf }: States, parts: Parts): RoadGraph {
  const kept = Uint8Array.from(edgeOf, (edge) => ((parts.ends[edge] as number) > 0 ? 1 : 0))
  // Per state: 1 + the number of its edge in the graph; 0 if the state was removed.
  const newEdge = new Uint32Array(kept.length)
  let count = 0
  for (let state = 0; state < kept.length; state++) if (kept[state]) newEdge[state] = ++count
  const { roads, newRoad, roadColumns } = packRoads(extract, net, edgeOf, kept)
  const edgeRoad = new Uint32Array(count)
  const edgeReversed = new Uint8Array(count)
  const edgeTime = new Uint32Array(count)
  const edgeCost = new Uint32Array(count)
  const edgeEnds = new Uint8Array(count)
  const roadPart = new Uint32Array(roads.length)
  for (let state = 0; state < kept.length; state++) {
    const edge = (newEdge[state] as number) - 1
    if (edge < 0) continue
    const base = edgeOf[state] as number
    const road = net.edgeRoad.at(base)
    const { rule } = net.wayOf(base)
    const seconds = net.roadLength.at(road) / (net.laneOf(base).speed / 3.6) + net.roadDelay.at(road)
    edgeRoad[edge] = (newRoad[road] as number) - 1
    edgeReversed[edge] = net.edgeReversed.at(base)
    edgeEnds[edge] = parts.ends[base] as number
    roadPart[(newRoad[road] as number) - 1] = parts.part[base] as number
    // Each edge takes at least 1 ms, so that the quickest way cannot go in circles.
    edgeTime[edge] = Math.max(1, Math.round(seconds * 1000))
    edgeCost[edge] = Math.max(1, Math.round(seconds * 1000 * rule.reluctance))
  }
  const edges = { edgeRoad, edgeReversed, edgeTime, edgeCost, edgeEnds, roadPart, partEdges: parts.sizes }
  return { ...edges, ...NO_DOORS, ...packTurns(turns, newEdge, count), ...roadColumns, ...packNames(net, roads) }
}

/** Whether a car stops on a road, as `roadStop` says. */
function stopOn(way: RoadWay | undefined): number {
  if (!way || way.isNoStop) return 0
  return way.rule.rank === 0 ? 2 : 1
}

/** Numbers the kept roads in the order of the edges, and collects their data for the graph. */
function packRoads(extract: Extract, net: RoadNet, edgeOf: Uint32Array, kept: Uint8Array) {
  const newRoad = new Uint32Array(net.roads)
  const roads = new Column(Uint32Array)
  const pointLng = new Column(Int32Array)
  const pointLat = new Column(Int32Array)
  const pointStart = new Column(Uint32Array)
  pointStart.push(0)
  for (let state = 0; state < kept.length; state++) {
    const road = net.edgeRoad.at(edgeOf[state] as number)
    if (!kept[state] || newRoad[road] !== 0) continue
    roads.push(road)
    newRoad[road] = roads.length
    for (let i = net.roadStart.at(road); i < net.roadStart.at(road + 1); i++) {
      pointLng.push(Math.round(extract.nodes.lng(net.nodes.at(i)) / 10))
      pointLat.push(Math.round(extract.nodes.lat(net.nodes.at(i)) / 10))
    }
    pointStart.push(pointLng.length)
  }
  const list = roads.finish()
  const shapes = { pointStart: pointStart.finish(), pointLng: pointLng.finish(), pointLat: pointLat.finish() }
  const roadColumns = {
    ...shapes,
    roadIndex: indexRoads(shapes),
    roadLength: Float32Array.from(list, (road) => net.roadLength.at(road)),
    roadStop: Uint8Array.from(list, (road) => stopOn(net.ways[net.roadWay.at(road)])),
    roadRound: Uint8Array.from(list, (road) => (net.ways[net.roadWay.at(road)]?.isRoundabout ? 1 : 0))
  }
  return { roads: list, newRoad, roadColumns }
}

function packTurns(turns: States['turns'], newEdge: Uint32Array, count: number) {
  const turnStart = new Uint32Array(count + 1)
  const turnTo = new Column(Uint32Array)
  const turnTime = new Column(Uint32Array)
  const turnCost = new Column(Uint32Array)
  const weeks = new Weeks()
  for (let state = 0; state < newEdge.length; state++) {
    const edge = newEdge[state] as number
    if (edge === 0) continue
    for (let turn = turns.start[state] as number; turn < (turns.start[state + 1] as number); turn++) {
      const to = newEdge[turns.to[turn] as number] as number
      if (to === 0) continue
      const hours = turns.hours.get(turn)
      if (hours) weeks.add(turnTo.length, hours)
      turnTo.push(to - 1)
      turnTime.push(turns.time[turn] as number)
      turnCost.push(turns.cost[turn] as number)
    }
    turnStart[edge] = turnTo.length
  }
  const columns = { turnTo: turnTo.finish(), turnTime: turnTime.finish(), turnCost: turnCost.finish() }
  return { turnStart, ...columns, ...weeks.finish() }
}

/** Collects the turns whose rules depend on the hour. Turns with the same hours share a week. */
class Weeks {
  readonly #turn = new Column(Uint32Array)
  readonly #week = new Column(Uint32Array)
  readonly #start = new Column(Uint32Array)
  readonly #minute = new Column(Uint32Array)
  readonly #steps = new Column(Uint8Array)
  readonly #known = new Map<string, number>()

  add(turn: number, hours: Weekly<Standing>): void {
    const key = `${hours.from.join()} ${hours.values.join()}`
    let week = this.#known.get(key)
    if (week === undefined) {
      week = this.#known.size
      this.#known.set(key, week)
      this.#start.push(this.#minute.length)
      for (const [i, minute] of hours.from.entries()) {
        this.#minute.push(minute)
        this.#steps.push(hours.values[i] as Standing)
      }
    }
    this.#turn.push(turn)
    this.#week.push(week)
  }

  finish() {
    this.#start.push(this.#minute.length)
    return {
      timedTurn: this.#turn.finish(),
      timedWeek: this.#week.finish(),
      weekStart: this.#start.finish(),
      weekMinute: this.#minute.finish(),
      weekSteps: this.#steps.finish()
    }
  }
}

/** Collects the names of the kept roads, in the order of first use, and the index of each road's name. */
function packNames(net: RoadNet, roads: Uint32Array) {
  const names = new Map<number, number>([[0, 0]])
  const roadName = Uint32Array.from(roads, (road) => {
    const name = net.ways[net.roadWay.at(road)]?.name ?? 0
    const number = names.get(name) ?? names.size
    names.set(name, number)
    return number
  })
  return { roadName, names: [...names.keys()].map((name) => net.names[name] ?? '') }
}
