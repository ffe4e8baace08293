import { beforeAll, describe, expect, it } from 'vitest'
import { type LatLng, PlaceIndex, Router } from '../supabase/functions/_shared/region/mod.ts'
import { DEFAULT_INPUT } from './fingerprint.mjs'
import { buildGraph } from './graph/build.ts'
import { readExtract } from './osm/extract.ts'
import { buildPlaces } from './places/build.ts'
import { randomOf } from './testing/random.ts'

let router: Router
let places: PlaceIndex
beforeAll(async () => {
  const extract = await readExtract(DEFAULT_INPUT)
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
  it('finds the route from Vaduz to Schaan', () => {
    const route = router.route([
      { lat: 47.1393, lng: 9.5228 },
      { lat: 47.1663, lng: 9.5103 }
    ])
    expect(route?.distance_in_km).toBeGreaterThan(3.2)
    expect(route?.distance_in_km).toBeLessThan(4)
    expect(route?.time_in_secs).toBeGreaterThan(240)
    expect(route?.time_in_secs).toBeLessThan(540)
  })

  it('gives the steps of a route, which add up to it', () => {
    for (const [from, to] of pairs(100)) {
      const route = router.route([from, to], { steps: true })
      const steps = route?.steps ?? []
      expect([steps[0]?.manoeuvre, steps.at(-1)?.manoeuvre]).toEqual(['depart', 'arrive'])
      const km = steps.reduce((sum, { distance_in_km }) => sum + distance_in_km, 0)
      const seconds = steps.reduce((sum, { time_in_secs }) => sum + time_in_secs, 0)
      expect(Math.abs(km - (route?.distance_in_km ?? 0))).toBeLessThanOrEqual(0.001 * steps.length)
      expect(Math.abs(seconds - (route?.time_in_secs ?? 0))).toBeLessThanOrEqual(steps.length)
      for (const { manoeuvre, exit } of steps) {
        if (manoeuvre === 'roundabout') expect(exit ?? 1).toBeGreaterThan(0)
        else expect(exit).toBeUndefined()
      }
    }
  })

  it('names the streets from Vaduz to Schaan', () => {
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
})
