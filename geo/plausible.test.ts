// Test that the plausibility check of all providers never rejects our own router.
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type LatLng, Router } from '../supabase/functions/_shared/region/mod.ts'
import { validateRoute, validateRows } from '../supabase/functions/_shared/region/providers/plausible.ts'
import { isFull } from '../tests/support/full.ts'
import { DEFAULT_INPUT } from './fingerprint.mjs'
import { buildGraph } from './graph/build.ts'
import { readExtract } from './osm/extract.ts'
import { readGeojson } from './osm/geojson.ts'
import { randomOf } from './testing/random.ts'

const COUNT = isFull ? 2000 : 200
const city = fileURLToPath(new URL('../node_modules/geojson-path-finder/test/large-network.json', import.meta.url))

describe.each([
  ['Liechtenstein', () => readExtract(DEFAULT_INPUT)],
  ['Gothenburg', () => readGeojson(city)]
])('responses in %s', (_, read) => {
  it('are plausible: across the region, next door, at the same point, with many stops and in a matrix', async () => {
    const router = new Router(buildGraph(await read()))
    const { pointLat, pointLng } = router.graph
    const random = randomOf(11)
    const near = ({ lat, lng }: LatLng, degrees: number): LatLng => ({
      lat: lat + (random() - 0.5) * degrees,
      lng: lng + (random() - 0.5) * degrees
    })
    const onRoad = (): LatLng => {
      const i = Math.floor(random() * pointLat.length)
      return { lat: (pointLat[i] ?? 0) / 1e6, lng: (pointLng[i] ?? 0) / 1e6 }
    }
    const anywhere = () => near(onRoad(), 0.01)
    let believed = 0
    const expectBelieved = (points: LatLng[]) => {
      const route = router.route(points, { alternatives: points.length === 2 })
      expect(validateRoute(route, points), JSON.stringify(points)).toEqual(route)
      if (route) believed++
    }
    for (let i = 0; i < COUNT; i++) {
      const place = onRoad()
      expectBelieved([anywhere(), anywhere()])
      expectBelieved([place, near(place, 0.0004)])
      expectBelieved([place, place])
      if (i % 10 === 0) expectBelieved(Array.from({ length: 25 }, anywhere))
    }
    expect(believed).toBeGreaterThan(COUNT * 3)
    const points = Array.from({ length: 25 }, anywhere)
    const rows = router.matrix(points, points)
    expect(validateRows(rows, points, points)).toEqual(rows)
  })
})
