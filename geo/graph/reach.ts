import { MAY_END, MAY_START } from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract } from '../osm/extract.ts'
import type { Position } from '../osm/multipolygon.ts'
import { type Parts, Sets } from './parts.ts'
import type { RoadNet } from './roads.ts'

/** How much of a region's streets a car can reach. Service roads, such as those of car parks, do not count. */
export interface Reach {
  /** Length of all streets on which a taxi may drive. */
  km: number
  /** The part of it that no way connects with the largest part of the streets in both directions. */
  outOfReachKm: number
  /** Streets that no other street connects with the rest, such as those of an island, the longest first. */
  islands: { km: number; at: Position }[]
  /** What the graph left out, and what it keeps for one end of a drive only. All roads count, in kilometres. */
  leftOut: Record<LeftOut, number>
}

/**
 * Why roads are left out: nothing leads into and out of them (`unconnected`); or a car can drive in but not out (`no_way_out`)
 * or out but not in (`no_way_in`), so that drives only end or only begin there.
 */
export type LeftOut = 'unconnected' | 'no_way_out' | 'no_way_in'

/** A part of the streets that is shorter is no island, but a yard behind a gate. */
const ISLAND_KM = 2

/** Measures the streets of a region. */
export function measureReach(extract: Extract, net: RoadNet, { ends, part }: Parts): Reach {
  const bits = new Uint8Array(net.roads)
  const isMain = new Uint8Array(net.roads)
  for (let edge = 0; edge < net.edges; edge++) {
    const road = net.edgeRoad.at(edge)
    bits[road] = (bits[road] as number) | (ends[edge] as number)
    if (part[edge] === 0 && (ends[edge] as number) > 0) isMain[road] = 1
  }
  const leftOut = { unconnected: 0, no_way_out: 0, no_way_in: 0 }
  for (let road = 0; road < net.roads; road++) {
    const km = net.roadLength.at(road) / 1000
    if (bits[road] === 0) leftOut.unconnected += km
    else if (bits[road] === MAY_END) leftOut.no_way_out += km
    else if (bits[road] === MAY_START) leftOut.no_way_in += km
  }
  const isKept = (road: number) => isMain[road] === 1 && bits[road] === (MAY_START | MAY_END)
  const parts = new Sets(net.junctionNode.length)
  for (let road = 0; road < net.roads; road++) parts.join(net.roadFrom.at(road), net.roadTo.at(road))
  const metres = new Map<number, { all: number; kept: number; longest: number; road: number }>()
  for (let road = 0; road < net.roads; road++) {
    const length = net.roadLength.at(road)
    if ((net.ways[net.roadWay.at(road)]?.rule.rank ?? 0) === 0) continue
    const island = parts.of(net.roadFrom.at(road))
    const sum = metres.get(island) ?? { all: 0, kept: 0, longest: 0, road }
    sum.all += length
    if (isKept(road)) sum.kept += length
    if (length > sum.longest) [sum.longest, sum.road] = [length, road]
    metres.set(island, sum)
  }
  const sums = [...metres.values()]
  const total = (of: 'all' | 'kept') => sums.reduce((sum, part) => sum + part[of], 0) / 1000
  const middle = (road: number): Position => {
    const [from, to] = [net.roadStart.at(road), net.roadStart.at(road + 1)]
    return extract.nodes.point(net.nodes.at(Math.floor((from + to) / 2)))
  }
  return {
    km: total('all'),
    outOfReachKm: total('all') - total('kept'),
    leftOut,
    islands: sums
      .filter((part) => part.kept === 0 && part.all >= 1000 * ISLAND_KM)
      .sort((a, b) => b.all - a.all)
      .map(({ all, road }) => ({ km: all / 1000, at: middle(road) }))
  }
}
