import type { LatLng } from '../geometry/types.ts'
import { distance } from '../geometry/distance.ts'
import { doorKey, type Graph, MAY_END, MAY_START } from './graph.ts'
import { Snapper, type Spot } from './snap.ts'

/** How far a point may be from the nearest road (metres). */
const LIMIT = 1000
/** A part of the roads with fewer edges is a yard, an estate or an islet: it serves only drives that lie in it at both ends. */
const LARGE = 1000
const BOTH = MAY_START | MAY_END
/** How far the stored point in front of a door may be from its road, because it is rounded (metres). */
const DOOR = 5

/**
 * What a point is for a drive: at a `stop` a car comes, lets people in or out and leaves again. A `car` that is on its way may be
 * where no car stops, such as on a motorway.
 */
export type Role = 'start' | 'stop' | 'end' | 'car'

/** Points on roads for a matrix. Only the cells for which `isFor` is true are measured from them. */
interface Block {
  starts: (Spot | null)[]
  ends: (Spot | null)[]
  isFor(start: number, end: number): boolean
}

/**
 * Decides from which points on roads a drive begins and where it ends. No road connects the parts of a road graph, so all points
 * of a drive are put on roads of one part.
 */
export class Placing {
  readonly #graph: Graph
  readonly #snapper: Snapper
  /** Per road: the `edgeEnds` of its edges, added up. */
  readonly #ends: Uint8Array
  /** The parts that are worth going to: the large ones, and in a small region the largest. */
  readonly #large: number[]

  constructor(graph: Graph) {
    this.#graph = graph
    this.#snapper = new Snapper(graph)
    this.#ends = new Uint8Array(graph.roadLength.length)
    graph.edgeRoad.forEach((road, edge) => {
      this.#ends[road] = (this.#ends[road] as number) | (graph.edgeEnds[edge] as number)
    })
    this.#large = [...graph.partEdges.keys()].filter((part) => part === 0 || (graph.partEdges[part] as number) >= LARGE)
  }

  /** Returns the nearest point of a road where a car can stop, come and leave, among roads that pass a test. */
  nearestOf(point: LatLng, metres: number, isWanted: (road: number) => boolean): Spot | null {
    const { roadStop } = this.#graph
    return this.#snapper.snap(point, metres, (road) => {
      return (roadStop[road] as number) > 0 && this.#ends[road] === BOTH && isWanted(road)
    })
  }

  /** Returns the point in front of a place's door, if the place is one whose door is not at the nearest road. */
  #door(point: LatLng): Spot | null {
    const { doorPlace, doorRoad, doorLat, doorLng } = this.#graph
    const key = doorKey(point.lat, point.lng)
    let low = 0
    let high = doorPlace.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = doorPlace[middle] as number
      if (found === key) {
        const at = { lat: (doorLat[middle] as number) / 1e6, lng: (doorLng[middle] as number) / 1e6 }
        const [spot] = this.#snapper.snap(at, DOOR, (road) => road === doorRoad[middle]) ?? []
        return spot ? [{ ...spot, metres: distance(spot, point) }] : null
      }
      if (found < key) low = middle + 1
      else high = middle - 1
    }
    return null
  }

  /** Returns the nearest points on roads of any part, or of one; null if no road is within reach. */
  nearest(point: LatLng, role: Role, part?: number): Spot | null {
    const { roadPart, roadStop } = this.#graph
    const bits = role === 'stop' ? BOTH : role === 'end' ? MAY_END : MAY_START
    const isFit = (road: number) =>
      ((this.#ends[road] as number) & bits) === bits && (part === undefined || roadPart[road] === part)
    const isStop = (road: number) => (roadStop[road] as number) > 0 && isFit(road)
    const door = role === 'car' ? null : this.#door(point)
    if (door && isFit(door[0].road)) return door
    const found = role === 'car'
      ? this.#snapper.snap(point, LIMIT, isFit)
      : this.#snapper.snap(point, LIMIT, isStop) ?? this.#snapper.snap(point, LIMIT, isFit)
    return found && this.#ofOnePart(found)
  }

  /**
   * Puts the points of a drive on roads of one part: that in which all of them lie, else the large part to whose roads they have
   * the least way together. Null if there is no such part.
   */
  along(points: readonly LatLng[], isCar: boolean): Spot[] | null {
    const role = (i: number): Role => i === 0 ? isCar ? 'car' : 'start' : i === points.length - 1 ? 'end' : 'stop'
    const own = points.map((point, i) => this.nearest(point, role(i)))
    if (own.some((spot) => spot === null)) return null
    const spots = own as Spot[]
    const parts = new Set(spots.map((spot) => this.#partOf(spot)))
    if (parts.size <= 1) return spots
    let best: Spot[] | null = null
    for (const part of this.#large) {
      const there = points.map((point, i) => {
        const nearest = spots[i] as Spot
        return this.#partOf(nearest) === part ? nearest : this.nearest(point, role(i), part)
      })
      if (there.some((spot) => spot === null)) continue
      if (!best || metres(there as Spot[]) < metres(best)) best = there as Spot[]
    }
    return best
  }

  /** Puts the points of a matrix on roads: each pair as `along` does. */
  between(starts: readonly LatLng[], ends: readonly LatLng[], isCar: boolean): Block[] {
    const role = isCar ? 'car' : 'start'
    const from = starts.map((point) => this.nearest(point, role))
    const to = ends.map((point) => this.nearest(point, 'end'))
    const parts = new Set([...from, ...to].flatMap((spot) => spot ? [this.#partOf(spot)] : []))
    if (parts.size <= 1) return [{ starts: from, ends: to, isFor: () => true }]
    const inPart = (spots: (Spot | null)[], points: readonly LatLng[], side: Role, part: number) =>
      spots.map((spot, i) => {
        if (!spot) return null
        return this.#partOf(spot) === part ? spot : this.nearest(points[i] as LatLng, side, part)
      })
    // By part: the points on its roads; of a small one only those that lie in it.
    const own = (spots: (Spot | null)[], part: number) =>
      spots.map((spot) => spot && this.#partOf(spot) === part ? spot : null)
    const choices = [...parts, ...this.#large.filter((part) => !parts.has(part))].map((part) =>
      this.#large.includes(part)
        ? { part, starts: inPart(from, starts, role, part), ends: inPart(to, ends, 'end', part) }
        : { part, starts: own(from, part), ends: own(to, part) }
    )
    const chosen = starts.map((_, i) =>
      ends.map((_, j) => {
        const [a, b] = [from[i], to[j]]
        if (!a || !b) return -1
        if (this.#partOf(a) === this.#partOf(b)) return this.#partOf(a)
        const possible = choices.filter(({ starts, ends, part }) =>
          this.#large.includes(part) && starts[i] && ends[j]
        ).map(({ part, starts, ends }) => ({ part, away: metres([starts[i] as Spot, ends[j] as Spot]) }))
        return possible.sort((one, other) => one.away - other.away)[0]?.part ?? -1
      })
    )
    return choices.map(({ part, starts, ends }) => {
      const isFor = (i: number, j: number) => chosen[i]?.[j] === part
      return {
        starts: starts.map((spot, i) => chosen[i]?.includes(part) ? spot : null),
        ends: ends.map((spot, j) => chosen.some((row) => row[j] === part) ? spot : null),
        isFor,
      }
    }).filter(({ starts }) => starts.some((spot) => spot !== null))
  }

  #partOf([first]: Spot): number {
    return this.#graph.roadPart[first.road] as number
  }

  /** Removes roads of other parts at the same distance. */
  #ofOnePart(spot: Spot): Spot {
    const part = this.#partOf(spot)
    const [first, ...others] = spot
    return [first, ...others.filter(({ road }) => this.#graph.roadPart[road] === part)]
  }
}

function metres(spots: readonly Spot[]): number {
  return spots.reduce((sum, [first]) => sum + first.metres, 0)
}
