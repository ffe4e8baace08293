import { distance } from '../../supabase/functions/_shared/region/mod.ts'
import { Column } from '../osm/column.ts'
import type { Extract } from '../osm/extract.ts'
import type { Way } from '../osm/way-store.ts'
import { type Access, CLOSED, levelIn, OPEN, type Standing, standing } from './access.ts'
import type { Weekly } from './hours.ts'
import { isNoStop, type Lane, nodeDelay, nodeHours, type RoadRule, roadRule } from './rules.ts'

/** Data of a way of the map, which all roads that it is cut into share. */
export interface RoadWay {
  id: number
  rule: RoadRule
  /** Index of the way's name in `names`. */
  name: number
  isRoundabout: boolean
  /** Whether no car stops there to let people in or out: on a motorway, in a tunnel, on a bridge. */
  isNoStop: boolean
}

/**
 * The roads between junctions and their edges, in typed arrays. A road is a stretch of one way of the map. An edge is a road
 * driven in one direction. Junctions have numbers of their own, because a barrier splits its node into several junctions.
 */
export class RoadNet {
  readonly ways: RoadWay[] = []
  /** Street names; the first is empty. */
  readonly names: string[] = ['']
  readonly edgeRoad = new Column(Uint32Array)
  readonly edgeReversed = new Column(Uint8Array)
  /** Per road: its way (index), its two junctions, its length (m), and the total delay at the nodes between its ends (s). */
  readonly roadWay = new Column(Uint32Array)
  readonly roadFrom = new Column(Uint32Array)
  readonly roadTo = new Column(Uint32Array)
  readonly roadLength = new Column(Float64Array)
  readonly roadDelay = new Column(Uint32Array)
  /** Per road r: its nodes have the indexes from roadStart[r] to roadStart[r + 1] - 1 in `nodes`. */
  readonly roadStart = new Column(Uint32Array)
  readonly nodes = new Column(Int32Array)
  /** By node: who may drive through, for nodes through which not everybody may, such as gates. */
  readonly nodeHours = new Map<number, Weekly<Standing>>()
  /** Per junction: its node; -1 for a junction that was added at a barrier or within a closed way. */
  readonly junctionNode = new Column(Int32Array)

  constructor() {
    this.roadStart.push(0)
  }

  get roads(): number {
    return this.roadWay.length
  }

  get edges(): number {
    return this.edgeRoad.length
  }

  /** Returns the junction where an edge starts. */
  from(edge: number): number {
    const road = this.edgeRoad.at(edge)
    return this.edgeReversed.at(edge) ? this.roadTo.at(road) : this.roadFrom.at(road)
  }

  /** Returns the junction where an edge ends. */
  to(edge: number): number {
    const road = this.edgeRoad.at(edge)
    return this.edgeReversed.at(edge) ? this.roadFrom.at(road) : this.roadTo.at(road)
  }

  wayOf(edge: number): RoadWay {
    return this.ways[this.roadWay.at(this.edgeRoad.at(edge))] as RoadWay
  }

  /** Returns how a car may drive on an edge. */
  laneOf(edge: number): Lane {
    const { rule } = this.wayOf(edge)
    return (this.edgeReversed.at(edge) ? rule.backward : rule.forward) as Lane
  }

  /** Returns a node of an edge. @param step 0 for the first node, 1 for the second; -1 for the last, -2 for the last but one */
  nodeOf(edge: number, step: number): number {
    const road = this.edgeRoad.at(edge)
    const isFromFirst = step >= 0 !== (this.edgeReversed.at(edge) === 1)
    const away = step >= 0 ? step : -step - 1
    return this.nodes.at(isFromFirst ? this.roadStart.at(road) + away : this.roadStart.at(road + 1) - 1 - away)
  }
}

/**
 * Splits the ways on which the firm's cars may drive at junctions, at barriers and at gates. Each piece is a road of the result.
 */
export function splitRoads(extract: Extract, access: Access): RoadNet {
  return new Splitter(extract, access).net
}

class Splitter {
  readonly net = new RoadNet()
  readonly #extract: Extract
  readonly #access: Access
  readonly #names = new Map([['', 0]])
  /** Per node: 2 if it is a junction (a way ends there, or several ways meet), 1 if one way passes it, 0 if it is on no way. */
  readonly #uses: Uint8Array
  readonly #isBarrier: Uint8Array
  readonly #delay: Uint8Array
  /** Per node: 1 + the number of its junction; 0 if it is no junction. */
  readonly #junction: Uint32Array

  constructor(extract: Extract, access: Access) {
    this.#extract = extract
    this.#access = access
    const { size } = extract.nodes
    this.#uses = new Uint8Array(size)
    this.#isBarrier = new Uint8Array(size)
    this.#delay = new Uint8Array(size)
    this.#junction = new Uint32Array(size)
    for (const [node, tags] of extract.nodeTags) {
      const hours = nodeHours(tags, access)
      if (hours.values.every((value) => levelIn(value) === CLOSED)) this.#isBarrier[node] = 1
      else if (hours.values.some((value) => value !== standing(OPEN))) this.net.nodeHours.set(node, hours)
      this.#delay[node] = nodeDelay(tags)
    }
    for (const { nodes } of this.#drivable()) {
      nodes.forEach((node, i) => {
        const isEnd = i === 0 || i === nodes.length - 1
        this.#uses[node] = Math.min(2, (this.#uses[node] as number) + (isEnd ? 2 : 1))
      })
    }
    for (const { way, rule, nodes } of this.#drivable()) this.#split(way, rule, nodes)
  }

  *#drivable(): Generator<{ way: Way; rule: RoadRule; nodes: Int32Array }> {
    for (const way of this.#extract.ways.values()) {
      if (!way.tags.highway) continue
      const rule = roadRule(way.tags, this.#access)
      const nodes = way.nodes.includes(-1) ? way.nodes.filter((node) => node >= 0) : way.nodes
      if (rule && nodes.length >= 2) yield { way, rule, nodes }
    }
  }

  #split(way: Way, rule: RoadRule, nodes: Int32Array): void {
    const { tags } = way
    this.net.ways.push({
      id: way.id,
      rule,
      name: this.#nameOf(tags.name ?? tags.ref ?? ''),
      isRoundabout: tags.junction === 'roundabout' || tags.junction === 'circular',
      isNoStop: isNoStop(tags)
    })
    let start = 0
    let from = this.#junctionAt(nodes[0] as number)
    for (let i = 1; i < nodes.length; i++) {
      const node = nodes[i] as number
      const isCut = (this.#uses[node] as number) >= 2 || this.#isBarrier[node] || this.net.nodeHours.has(node)
      if (!isCut && i < nodes.length - 1) continue
      const to = this.#junctionAt(node)
      // Cut a closed way once more, because otherwise its only edge would start and end at the same junction.
      if (i - start >= 2 && node === nodes[start]) {
        const middle = start + Math.floor((i - start) / 2)
        const cut = this.#newJunction(-1)
        this.#add(rule, nodes.subarray(start, middle + 1), from, cut)
        this.#add(rule, nodes.subarray(middle, i + 1), cut, to)
      } else this.#add(rule, nodes.subarray(start, i + 1), from, to)
      start = i
      // Behind a barrier the way continues from a new junction, which is not connected with the junction before the barrier.
      from = this.#isBarrier[node] ? this.#newJunction(-1) : to
    }
  }

  #add(rule: RoadRule, nodes: Int32Array, from: number, to: number): void {
    const { net } = this
    const road = net.roads
    net.roadWay.push(net.ways.length - 1)
    net.roadFrom.push(from)
    net.roadTo.push(to)
    let length = 0
    let delay = 0
    nodes.forEach((node, i) => {
      net.nodes.push(node)
      if (i > 0) length += distance(this.#at(nodes[i - 1] as number), this.#at(node))
      if (i > 0 && i < nodes.length - 1) delay += this.#delay[node] as number
    })
    net.roadStart.push(net.nodes.length)
    net.roadLength.push(length)
    net.roadDelay.push(delay)
    for (const reversed of [0, 1]) {
      if (!(reversed ? rule.backward : rule.forward)) continue
      net.edgeRoad.push(road)
      net.edgeReversed.push(reversed)
    }
  }

  #junctionAt(node: number): number {
    if (this.#isBarrier[node]) return this.#newJunction(-1)
    const known = this.#junction[node] as number
    if (known > 0) return known - 1
    const junction = this.#newJunction(node)
    this.#junction[node] = junction + 1
    return junction
  }

  #newJunction(node: number): number {
    this.net.junctionNode.push(node)
    return this.net.junctionNode.length - 1
  }

  #nameOf(name: string): number {
    let index = this.#names.get(name)
    if (index === undefined) {
      index = this.net.names.push(name) - 1
      this.#names.set(name, index)
    }
    return index
  }

  #at(node: number): { lat: number; lng: number } {
    return { lat: this.#extract.nodes.lat(node) / 1e7, lng: this.#extract.nodes.lng(node) / 1e7 }
  }
}
