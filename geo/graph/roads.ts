import { distance } from '../../supabase/functions/_shared/geo/distance.ts'
import type { Extract, Way } from '../osm/extract.ts'
import { blocks, type RoadRule, roadRule } from './rules.ts'

/** A stretch of one way between two junctions. Junctions are node indexes of the extract. */
export interface Road {
  way: Way
  rule: RoadRule
  nodes: number[]
  length: number
  /** Junctions; a barrier splits a node into several, so these differ from the node indexes there. */
  from: number
  to: number
}

/** A road in one direction. */
export interface Edge {
  road: number
  reversed: boolean
  from: number
  to: number
}

/** Cuts drivable ways at junctions, at nodes of turn restrictions and at barriers. */
export function splitRoads(extract: Extract): Road[] {
  const drivable: { way: Way; rule: RoadRule; nodes: number[] }[] = []
  const uses = new Map<number, number>()
  for (const way of extract.ways.values()) {
    const rule = roadRule(way.tags)
    const nodes = [...way.nodes].filter((node) => node >= 0)
    if (!rule || nodes.length < 2) continue
    drivable.push({ way, rule, nodes })
    for (const [i, node] of nodes.entries()) {
      const isEnd = i === 0 || i === nodes.length - 1
      uses.set(node, (uses.get(node) ?? 0) + (isEnd ? 2 : 1))
    }
  }

  const roads: Road[] = []
  let virtual = extract.nodes.size
  for (const { way, rule, nodes } of drivable) {
    let start = 0
    let from = junction(nodes[0] ?? 0)
    for (let i = 1; i < nodes.length; i++) {
      const node = nodes[i] ?? 0
      // A closed way is cut once more, else its only edge would start and end at the same junction.
      const loop = i - start >= 2 && node === nodes[start]
      if ((uses.get(node) ?? 0) < 2 && i < nodes.length - 1 && !isBarrier(node)) continue
      const to = junction(node)
      if (loop) {
        const middle = start + Math.floor((i - start) / 2)
        const cut = virtual++
        addRoad(start, middle, from, cut)
        addRoad(middle, i, cut, to)
      } else addRoad(start, i, from, to)
      start = i
      // Beyond a barrier the road goes on from a junction of its own.
      from = isBarrier(node) ? virtual++ : to
    }

    function addRoad(first: number, last: number, a: number, b: number): void {
      const part = nodes.slice(first, last + 1)
      roads.push({ way, rule, nodes: part, length: lengthOf(part), from: a, to: b })
    }
  }
  return roads

  function isBarrier(node: number): boolean {
    const tags = extract.nodeTags.get(node)
    return tags !== undefined && blocks(tags)
  }

  function junction(node: number): number {
    return isBarrier(node) ? virtual++ : node
  }

  function lengthOf(nodes: readonly number[]): number {
    let length = 0
    for (let i = 1; i < nodes.length; i++) length += distance(at(nodes[i - 1] ?? 0), at(nodes[i] ?? 0))
    return length
  }

  function at(node: number): { lat: number; lng: number } {
    const [lng, lat] = extract.nodes.point(node)
    return { lat, lng }
  }
}
