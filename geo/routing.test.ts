import { beforeAll, describe, expect, it } from 'vitest'
import { PlaceIndex } from '../supabase/functions/_shared/geo/places.ts'
import { Router } from '../supabase/functions/_shared/geo/router.ts'
import type { LatLng } from '../supabase/functions/_shared/geo/types.ts'
import { DEFAULT_INPUT } from './fingerprint.mjs'
import { buildGraph } from './graph/build.ts'
import { type Extract, readExtract } from './osm/extract.ts'
import { buildPlaces } from './places/build.ts'
import { cheapest } from './testing/dijkstra.ts'
import { randomOf } from './testing/random.ts'

const PAIRS = process.env.HACKNEY_FULL ? 2000 : 200

let extract: Extract
let router: Router
let places: PlaceIndex
beforeAll(async () => {
  extract = await readExtract(DEFAULT_INPUT)
  router = new Router(buildGraph(extract))
  const [west, south, east, north] = extract.header.bbox ?? [0, 0, 0, 0]
  const center: [number, number] = [9.5228, 47.1393]
  places = new PlaceIndex(buildPlaces(extract, { name: 'Liechtenstein', bbox: [west, south, east, north], center }))
})

/** Pairs of addresses, streets and POIs near a road; the same in every run. */
function pairs(count: number): [LatLng, LatLng][] {
  const random = randomOf(7)
  const near = places.file.places.filter((place) => place.kind !== 'locality' && router.snap(place))
  const pick = () => near[Math.floor(random() * near.length)] as LatLng
  return Array.from({ length: count }, () => [pick(), pick()])
}

describe('routing on the region', () => {
  it('costs what an exhaustive search finds, and never fails', () => {
    for (const [from, to] of pairs(PAIRS)) {
      const start = router.snap(from)
      const end = router.snap(to)
      const leg = start && end && router.leg(start, end)
      expect(leg?.cost).toBeCloseTo(cheapest(router.graph, start ?? [], end ?? []), 3)
    }
  })

  it('never drives against a one-way street and never turns where there is no turn', () => {
    const forbidden = againstOneway(extract)
    const { turnStart, turnTo } = router.graph
    for (const [from, to] of pairs(PAIRS)) {
      const start = router.snap(from)
      const end = router.snap(to)
      const edges = (start && end && router.leg(start, end)?.edges) ?? []
      for (const [i, edge] of edges.entries()) {
        const turns = turnTo.subarray(turnStart[edge], turnStart[edge + 1])
        if (i + 1 < edges.length) expect(turns).toContain(edges[i + 1])
        for (const step of stepsOf(edge)) expect(forbidden.has(step), step).toBe(false)
      }
    }
  })

  it('drives at the pace of a town inside a town', () => {
    const speeds: number[] = []
    for (const [from, to] of pairs(1000)) {
      const route = router.route([from, to])
      const isUrban = route && route.distance_in_km > 0.3 && route.distance_in_km < 3
      if (isUrban) speeds.push((route.distance_in_km / route.time_in_secs) * 3600)
    }
    speeds.sort((a, b) => a - b)
    const median = speeds[speeds.length >> 1] ?? 0
    expect(median).toBeGreaterThan(20)
    expect(median).toBeLessThan(35)
  })

  it('knows the way from Vaduz to Schaan', () => {
    const route = router.route([
      { lat: 47.1393, lng: 9.5228 },
      { lat: 47.1663, lng: 9.5103 }
    ])
    expect(route?.distance_in_km).toBeGreaterThan(3.2)
    expect(route?.distance_in_km).toBeLessThan(4)
    expect(route?.time_in_secs).toBeGreaterThan(240)
    expect(route?.time_in_secs).toBeLessThan(540)
  })

  it('tells each step of a route, which add up to it', () => {
    for (const [from, to] of pairs(100)) {
      const route = router.route([from, to], { steps: true })
      const steps = route?.steps ?? []
      expect([steps[0]?.manoeuvre, steps.at(-1)?.manoeuvre]).toEqual(['depart', 'arrive'])
      const km = steps.reduce((sum, { distance_in_km }) => sum + distance_in_km, 0)
      const seconds = steps.reduce((sum, { time_in_secs }) => sum + time_in_secs, 0)
      expect(Math.abs(km - (route?.distance_in_km ?? 0))).toBeLessThanOrEqual(0.001 * steps.length)
      expect(Math.abs(seconds - (route?.time_in_secs ?? 0))).toBeLessThanOrEqual(steps.length)
      for (const { manoeuvre, exit } of steps) {
        if (manoeuvre === 'roundabout') expect(exit).toBeGreaterThanOrEqual(0)
        else expect(exit).toBeUndefined()
      }
    }
  })

  it('says the streets from Vaduz to Schaan', () => {
    const steps = router.route(
      [
        { lat: 47.1393, lng: 9.5228 },
        { lat: 47.1663, lng: 9.5103 }
      ],
      { steps: true }
    )?.steps
    expect(steps?.map(({ manoeuvre, name }) => `${manoeuvre} ${name}`)).toMatchInlineSnapshot(`
      [
        "depart Postgass",
        "right Äulestrasse",
        "roundabout Landstrasse",
        "straight Churerstrasse",
        "straight Landstrasse",
        "right Schulgass",
        "left ",
        "arrive ",
      ]
    `)
  })

  it('offers other ways that are worth it', () => {
    let offered = 0
    const all = pairs(100)
    for (const [from, to] of all) {
      const route = router.route([from, to], { alternatives: true })
      for (const other of route?.alternatives ?? []) {
        offered++
        expect(other.polylinePoints).not.toBe(route?.polylinePoints)
        // Costs decide, and times differ from them where access roads are driven.
        expect(other.time_in_secs).toBeLessThan((route?.time_in_secs ?? 0) * 1.5)
      }
    }
    expect(offered).toBeGreaterThan(all.length / 4)
  })

  it('measures a matrix like single routes', () => {
    const points = pairs(6).flat()
    const [start, ...targets] = points as [LatLng, ...LatLng[]]
    const single = targets.map((target) => router.route([start, target])?.distance_in_km)
    expect(router.matrix([start], targets)[0]?.map((entry) => entry?.distance_in_km)).toEqual(single)
  })
})

/** Steps between two points that a one-way street forbids, unless another way allows them. */
function againstOneway({ ways, nodes }: Extract): Set<string> {
  const forbidden = new Set<string>()
  const allowed = new Set<string>()
  const key = (a: number, b: number) =>
    [a, b].map((node) => `${Math.round(nodes.lng(node) / 10)},${Math.round(nodes.lat(node) / 10)}`).join(' ')
  for (const { tags, nodes: line } of ways.values()) {
    if (!tags.highway) continue
    const backwards = tags.oneway === '-1'
    const oneway = backwards || tags.oneway === 'yes' || tags.junction === 'roundabout'
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1] ?? 0, line[i] ?? 0]
      allowed.add(backwards ? key(b, a) : key(a, b))
      if (oneway) forbidden.add(backwards ? key(a, b) : key(b, a))
      else allowed.add(key(b, a))
    }
  }
  for (const step of allowed) forbidden.delete(step)
  return forbidden
}

function stepsOf(edge: number): string[] {
  const { edgeRoad, edgeReversed, pointStart, pointLng, pointLat } = router.graph
  const road = edgeRoad[edge] ?? 0
  const points: string[] = []
  for (let i = pointStart[road] ?? 0; i < (pointStart[road + 1] ?? 0); i++) points.push(`${pointLng[i]},${pointLat[i]}`)
  if (edgeReversed[edge]) points.reverse()
  return points.slice(1).map((point, i) => `${points[i]} ${point}`)
}
