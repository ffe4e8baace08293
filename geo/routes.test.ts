import { beforeAll, describe, expect, it } from 'vitest'
import {
  decodeGraph,
  decodePolyline,
  distance,
  encodeGraph,
  type LatLng,
  MAX_POINTS,
  Router
} from '../supabase/functions/_shared/region/mod.ts'
import { isFull } from '../tests/support/full.ts'
import { buildGraph } from './graph/build.ts'
import { cheapest } from './testing/dijkstra.ts'
import type { Law } from './testing/law.ts'
import { randomOf } from './testing/random.ts'
import { REGIONS } from './testing/regions.ts'

const PAIRS = isFull ? 2000 : 200

describe.each(Object.keys(REGIONS))('routes in %s', (name) => {
  let router: Router
  let law: Law
  beforeAll(async () => {
    const region = await REGIONS[name]?.()
    if (!region) throw new Error(`there is no region ${name}`)
    law = region.law
    router = new Router(decodeGraph(encodeGraph(buildGraph(region.extract)).buffer as ArrayBuffer))
  })

  /** The roads on which a car can stop, come and leave. @param part default: any */
  function streets(part?: number): number[] {
    const { edgeRoad, edgeEnds, roadStop, roadPart } = router.graph
    const ends = new Uint8Array(roadStop.length)
    edgeRoad.forEach((road, edge) => {
      ends[road] = (ends[road] ?? 0) | (edgeEnds[edge] ?? 0)
    })
    return [...roadStop.keys()].filter(
      (road) => ends[road] === 3 && (roadStop[road] ?? 0) > 0 && (part === undefined || roadPart[road] === part)
    )
  }

  /** Points within 50 m of a street of the largest part, nearer to it than to any other, the same in every run. */
  function points(count: number, seed = 7): LatLng[] {
    const { pointLng, pointLat, pointStart, roadPart } = router.graph
    const own = streets(0).flatMap((road) =>
      Array.from(
        { length: (pointStart[road + 1] ?? 0) - (pointStart[road] ?? 0) },
        (_, i) => (pointStart[road] ?? 0) + i
      )
    )
    const random = randomOf(seed)
    const jitter = () => (random() - 0.5) * 6e-4
    const found: LatLng[] = []
    while (found.length < count) {
      const at = own[Math.floor(random() * own.length)] ?? 0
      const point = { lat: (pointLat[at] ?? 0) / 1e6 + jitter(), lng: (pointLng[at] ?? 0) / 1e6 + jitter() }
      if (roadPart[router.snap(point)?.[0].road ?? 0] === 0) found.push(point)
    }
    return found
  }

  function pairs(count: number, seed = 7): [LatLng, LatLng][] {
    const all = points(count * 2, seed)
    return Array.from({ length: count }, (_, i) => all.slice(i * 2, i * 2 + 2) as [LatLng, LatLng])
  }

  /** The points along an edge, in the notation of the class Law. */
  function course(edge: number): string[] {
    const { edgeRoad, edgeReversed, pointStart, pointLng, pointLat } = router.graph
    const road = edgeRoad[edge] ?? 0
    const line: string[] = []
    for (let i = pointStart[road] ?? 0; i < (pointStart[road + 1] ?? 0); i++) line.push(`${pointLng[i]},${pointLat[i]}`)
    return edgeReversed[edge] ? line.reverse() : line
  }

  it('have the cost that an exhaustive search finds, and never fail', { timeout: 1_800_000 }, () => {
    let failures = 0
    for (const [from, to] of pairs(PAIRS)) {
      const [start, end] = [router.snap(from, 'start'), router.snap(to, 'end')]
      const leg = start && end && router.leg(start, end)
      if (!leg) failures++
      else expect(leg.cost).toBeCloseTo(cheapest(router.graph, start, end), 3)
    }
    expect(failures).toBe(0)
  })

  it('obey the rules of the raw data on every edge', { timeout: 600_000 }, () => {
    let edges = 0
    for (const [from, to] of pairs(PAIRS, 11)) {
      const [start, end] = [router.snap(from, 'start'), router.snap(to, 'end')]
      const driven = (start && end && router.leg(start, end)?.edges) ?? []
      const line = driven.flatMap((edge, i) => (i === 0 ? course(edge) : course(edge).slice(1)))
      expect(law.violations(line)).toEqual([])
      edges += driven.length
    }
    expect(edges).toBeGreaterThan(PAIRS * 10)
    if (name === 'a made-up country') expect(law.restrictions).toBeGreaterThan(20)
  })

  it('drive at a town’s speed inside a town', () => {
    const speeds: number[] = []
    // Choose random junctions, because junctions are dense where people live.
    const { pointStart, pointLng, pointLat } = router.graph
    const random = randomOf(23)
    const all = Array.from({ length: 600 }, () => {
      const at = pointStart[Math.floor(random() * (pointStart.length - 1))] ?? 0
      return { lat: (pointLat[at] ?? 0) / 1e6, lng: (pointLng[at] ?? 0) / 1e6 }
    })
    for (const [i, from] of all.entries()) {
      // The first other junction in the list to which a trip would be within a town.
      const to = [...all.slice(i + 1), ...all.slice(0, i)].find((other) => isTownTrip(distance(from, other)))
      const route = to && router.route([from, to])
      if (route) speeds.push((route.distance_in_km / route.time_in_secs) * 3600)
    }
    expect(speeds.length).toBeGreaterThan(500)
    speeds.sort((a, b) => a - b)
    const median = speeds[speeds.length >> 1] ?? 0
    expect(median).toBeGreaterThan(20)
    expect(median).toBeLessThan(35)
  })

  it('have the same costs in a matrix as singly', () => {
    const all = points(12, 3)
    const rows = router.matrix(all, all)
    for (const [i, from] of all.entries()) {
      for (const [j, to] of all.entries()) {
        const { distance_in_km, time_in_secs } = router.route([from, to]) ?? {}
        expect(rows[i]?.[j]).toEqual({ distance_in_km, time_in_secs })
      }
    }
  })

  it('lead through the maximum number of points, with the sum of their legs', () => {
    const all = points(MAX_POINTS, 5)
    const route = router.route(all)
    const legs = all.slice(1).map((to, i) => router.route([all[i] as LatLng, to]))
    const km = legs.reduce((sum, leg) => sum + (leg?.distance_in_km ?? Number.NaN), 0)
    expect(Math.abs((route?.distance_in_km ?? 0) - km)).toBeLessThan(0.001 * MAX_POINTS)
    const seconds = legs.reduce((sum, leg) => sum + (leg?.time_in_secs ?? Number.NaN), 0)
    expect(Math.abs((route?.time_in_secs ?? 0) - seconds)).toBeLessThan(MAX_POINTS)
  })

  it('have a line along their roads, with their stated length', () => {
    for (const [from, to] of pairs(50, 13)) {
      const route = router.route([from, to])
      const line = decodePolyline(route?.polylinePoints ?? '')
      // Allow several roads at the ends: near a junction they are equally near, and five decimals of a degree are a metre.
      for (const [point, end] of [
        [from, line[0]],
        [to, line.at(-1)]
      ] as const) {
        const role = point === from ? 'start' : 'end'
        const away = (router.snap(point, role) ?? []).map((spot) => distance(spot, end as LatLng))
        expect(Math.min(...away)).toBeLessThan(2)
      }
      const length = line.slice(1).reduce((sum, point, i) => sum + distance(line[i] as LatLng, point), 0)
      const said = (route?.distance_in_km ?? 0) * 1000
      expect(Math.abs(length - said)).toBeLessThan(said * 0.02 + 10)
    }
  })

  it('start at the nearest point of the nearest road', () => {
    const { pointStart, pointLng, pointLat } = router.graph
    const at = (i: number): LatLng => ({ lat: (pointLat[i] ?? 0) / 1e6, lng: (pointLng[i] ?? 0) / 1e6 })
    for (const point of points(20, 17)) {
      let nearest = Number.POSITIVE_INFINITY
      for (const road of streets()) {
        for (let i = pointStart[road] ?? 0; i + 1 < (pointStart[road + 1] ?? 0); i++) {
          nearest = Math.min(nearest, metresToSegment(point, at(i), at(i + 1)))
        }
      }
      const snapped = router.snap(point)?.[0]
      // Compare to half a metre: the router uses one plane for the whole region, which is off by a few centimetres.
      expect(snapped?.metres).toBeCloseTo(nearest, 0)
      expect(distance(point, snapped as LatLng)).toBeCloseTo(snapped?.metres ?? 0, 3)
    }
  })

  it('offer reasonable alternatives', () => {
    let offered = 0
    const all = pairs(60, 19)
    for (const [from, to] of all) {
      const route = router.route([from, to], { alternatives: true })
      const shapes = [route, ...(route?.alternatives ?? [])].map((way) => way?.polylinePoints)
      expect(new Set(shapes).size).toBe(shapes.length)
      for (const other of route?.alternatives ?? []) {
        offered++
        // Alternatives are chosen by cost, and on access roads times differ from costs, so allow some more time.
        expect(other.time_in_secs).toBeLessThan((route?.time_in_secs ?? 0) * 1.6 + 30)
      }
    }
    expect(offered).toBeGreaterThan(all.length / 4)
  })
})

function isTownTrip(metres: number): boolean {
  return metres > 300 && metres < 3000
}

/** Metres from a point to the line between two others, in the tangent plane at the point. */
function metresToSegment(point: LatLng, a: LatLng, b: LatLng): number {
  const east = 111_195 * Math.cos((point.lat * Math.PI) / 180)
  const flat = ({ lat, lng }: LatLng): [number, number] => [(lng - point.lng) * east, (lat - point.lat) * 111_195]
  const [x1, y1] = flat(a)
  const [x2, y2] = flat(b)
  const [dx, dy] = [x2 - x1, y2 - y1]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / square))
  return Math.hypot(x1 + along * dx, y1 + along * dy)
}
