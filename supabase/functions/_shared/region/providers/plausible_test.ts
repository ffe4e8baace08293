// Responses that are well-formed but impossible on any road.
import { assertEquals } from '@std/assert'
import { distance } from '../geometry/distance.ts'
import { encodePolyline } from '../geometry/polyline.ts'
import type { LatLng } from '../geometry/types.ts'
import { Router } from '../routing/router.ts'
import { A, B, C, D, tinyGraph } from '../testing/tiny-region.ts'
import { chainRoutes } from './chain.ts'
import { embeddedRoutes } from './embedded.ts'
import { osrmRoutes } from './osrm.ts'
import { clientFor } from '../../http-client/testing/clients.ts'
import { straightRoads, straightTable } from './testing/roads.ts'
import { type Answer, json, type Server, withServer } from '../../http-client/testing/server.ts'

const vaduz = { lat: 47.14133, lng: 9.52154 }
const zurich = { lat: 47.37, lng: 8.54 }
const berlin = { lat: 52.5, lng: 13.4 }
const north = ({ lat, lng }: LatLng, metres: number): LatLng => ({ lat: lat + metres / 111_195, lng })

function chained({ url }: Server) {
  const kinds: unknown[] = []
  const log = ({ kind, why }: Record<string, unknown>) => void kinds.push(kind, why)
  const router = new Router(tinyGraph())
  const region = { router: () => Promise.resolve(router), places: () => Promise.reject(new Error('unused')) }
  const adapters = [osrmRoutes(clientFor(), { url }), embeddedRoutes(region)]
  return { kinds, routes: chainRoutes(adapters, { budgetMs: 10_000, log }) }
}

const route = (metres: number, seconds: number, line: LatLng[]): Answer =>
  json({ code: 'Ok', routes: [{ distance: metres, duration: seconds, geometry: encodePolyline(line), legs: [] }] })

/** The log lines about a response. */
async function said(answer: Answer, points: LatLng[]): Promise<unknown[]> {
  let found: unknown[] = []
  await withServer([answer], async (server) => {
    const { kinds, routes } = chained(server)
    await routes.route(points)
    found = kinds
  })
  return found
}

Deno.test('an impossible route is rejected, and the next provider is asked', async () => {
  const apart = distance(vaduz, berlin)
  const cases: [string, Answer, LatLng[]][] = [
    ['a way is shorter than the straight line', route(0, 0, [vaduz, berlin]), [vaduz, berlin]],
    ['a way is shorter than the straight line', route(apart * 0.8, 40_000, [vaduz, berlin]), [vaduz, berlin]],
    // A way there and back has two legs.
    ['a way is shorter than the straight line', route(9000, 40_000, [vaduz, vaduz]), [vaduz, zurich, vaduz]],
    ['a way is far longer than the straight line', route(10_000_000, 900_000, [A, B]), [A, B]],
    ['a way is driven too fast', route(apart * 1.3, 7200, [vaduz, berlin]), [vaduz, berlin]],
    ['a way is driven too fast', route(800, 0, [A, B]), [A, B]],
    ['the line of a route ends elsewhere', route(900, 90, [A, north(B, 1700)]), [A, B]],
    ['the line of a route ends elsewhere', route(900, 90, [B, A]), [A, north(B, 2000)]],
    ['a route is not as long as its line', route(900_000, 90_000, [A, B]), [A, B]],
    ['a route is not as long as its line', route(1000, 90, [A, zurich, B]), [A, B]],
  ]
  for (const [why, answer, points] of cases) assertEquals(await said(answer, points), ['garbage', why], why)
})

Deno.test('possible routes are accepted: detours, ferries, jams, moved ends, standing still', async () => {
  const fjord = [vaduz, zurich, vaduz]
  const length = 2 * distance(vaduz, zurich)
  const cases: [Answer, LatLng[]][] = [
    [route(length, 60_000, fjord), [vaduz, north(vaduz, 300)]],
    [route(757, 7200, [A, B]), [A, B]],
    [route(100, 9, [north(A, 900), north(A, 1000)]), [A, north(A, 1900)]],
    [route(0, 0, [A]), [A, A]],
    [route(0, 0, [A, A]), [north(A, 900), north(A, -900)]],
    [route(12, 0, [A, north(A, 12)]), [A, north(A, 12)]],
    [straightRoads(1), [vaduz, zurich, berlin]],
  ]
  for (const [answer, points] of cases) assertEquals(await said(answer, points), [], JSON.stringify(points))
})

Deno.test('an impossible alternative is left out', () => {
  const way = (metres: number) => ({ distance: metres, duration: 100, geometry: encodePolyline([A, B]), legs: [] })
  return withServer([json({ code: 'Ok', routes: [way(760), way(1_000_000), way(900)] })], async (server) => {
    const found = await chained(server).routes.route([A, B], { alternatives: true })
    assertEquals(found?.alternatives?.map(({ distance_in_km }) => distance_in_km), [0.9])
  })
})

Deno.test('a matrix with an impossible pair is rejected', async () => {
  const points = [A, B, C, D]
  for (const [answer, kind] of [[straightTable(1.3), undefined], [straightTable(2000), 'garbage']] as const) {
    await withServer([answer], async (server) => {
      const { kinds, routes } = chained(server)
      const rows = await routes.matrix(points, points)
      assertEquals([rows[0]?.[1]?.distance_in_km, kinds[0]], [kind ? 0.756 : 0.983, kind])
    })
  }
  await withServer([straightTable(0.5)], async (server) => {
    const { kinds, routes } = chained(server)
    await routes.matrix([vaduz], [zurich])
    assertEquals(kinds, ['garbage', 'a way is shorter than the straight line'])
  })
})

Deno.test('our own routes are plausible', async () => {
  await withServer([json({}, 500)], async (server) => {
    const { kinds, routes } = chained(server)
    assertEquals((await routes.route([A, D]))?.distance_in_km, 1.868)
    assertEquals((await routes.route([B, C, A, D]))?.distance_in_km !== undefined, true)
    assertEquals(kinds.includes('garbage'), false)
  })
})
