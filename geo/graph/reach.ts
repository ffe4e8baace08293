import type { Extract } from '../osm/extract.ts'
import type { Position } from '../osm/multipolygon.ts'
import type { RoadNet } from './roads.ts'

/** How much of a region's streets a car can reach. Service roads, such as those of car parks, do not count. */
export interface Reach {
  /** Length of all streets on which a taxi may drive. */
  km: number
  /** The part of it to which, or from which, no way leads: no ride begins or ends there. */
  outOfReachKm: number
  /** Streets that no other street connects with the rest, such as those of an island, the longest first. */
  islands: { km: number; at: Position }[]
}

/** A part of the streets that is shorter is no island, but a yard behind a gate. */
const ISLAND_KM = 2

/** Measures the streets of a region. @param kept the roads of the graph, as their indexes in `net` */
export function measureReach(extract: Extract, net: RoadNet, kept: ReadonlySet<number>): Reach {
  const parts = new Parts(net.junctionNode.length)
  for (let road = 0; road < net.roads; road++) parts.join(net.roadFrom.at(road), net.roadTo.at(road))
  const metres = new Map<number, { all: number; kept: number; longest: number; road: number }>()
  for (let road = 0; road < net.roads; road++) {
    const length = net.roadLength.at(road)
    if ((net.ways[net.roadWay.at(road)]?.rule.rank ?? 0) === 0) continue
    const part = parts.of(net.roadFrom.at(road))
    const sum = metres.get(part) ?? { all: 0, kept: 0, longest: 0, road }
    sum.all += length
    if (kept.has(road)) sum.kept += length
    if (length > sum.longest) [sum.longest, sum.road] = [length, road]
    metres.set(part, sum)
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
    islands: sums
      .filter((part) => part.kept === 0 && part.all >= 1000 * ISLAND_KM)
      .sort((a, b) => b.all - a.all)
      .map(({ all, road }) => ({ km: all / 1000, at: middle(road) }))
  }
}

/** Sets of junctions that roads connect, in whichever direction. */
class Parts {
  readonly #parent: Uint32Array

  constructor(count: number) {
    this.#parent = Uint32Array.from({ length: count }, (_, i) => i)
  }

  of(junction: number): number {
    let at = junction
    while (this.#parent[at] !== at) {
      const next = this.#parent[this.#parent[at] as number] as number
      this.#parent[at] = next
      at = next
    }
    return at
  }

  join(a: number, b: number): void {
    this.#parent[this.of(a)] = this.of(b)
  }
}
