import { assertEquals } from '@std/assert'
import { createMapSettings } from '../_shared/region/settings.ts'
import { chooseRoutes } from '../_shared/region/providers/choose.ts'
import type { LatLng } from '../_shared/region/geometry/types.ts'
import { straightRoads, straightTable } from '../_shared/region/providers/testing/roads.ts'
import { type Answer, json, withServer } from '../_shared/http-client/testing/server.ts'
import { encodePolyline } from '../_shared/region/geometry/polyline.ts'
import { databaseOf, post, read, signedInAs } from '../_shared/kernel/testing/doubles.ts'
import { A, B, D } from '../_shared/region/testing/tiny-region.ts'
import { createRoutesHandler } from './handler.ts'

const isFar = ({ lat }: LatLng) => lat > 47.3
/** A routing server in whose routes roads are as long as the straight line, and in whose matrix they are a tenth longer. */
const osrm: Answer = (request) =>
  new URL(request.url).pathname.startsWith('/table/')
    ? straightTable(1.1, (from, to) => !isFar(from) && !isFar(to))(request)
    : straightRoads()(request)

const car_type_id = '00000000-0000-7000-8000-0000000000aa'
const quoted = {
  quote_id: 'q1',
  trip_cost: 12.5,
  cash_amount: 12.5,
  price_parts: [{ side: 'price', kind: 'fare', amount: 12.5 }],
  lines: [],
  tax: 0,
  currency: 'CHF',
  expires_at: 'soon',
}

interface Estimated {
  status: number
  /** The error, or the route's distance, time and line. */
  told: unknown
  /** Distance and time for which the price was computed. */
  priced: unknown[]
  /** The services of the provider that were requested, in alphabetical order. */
  heard: string[]
}

/** Results of concurrent estimates through the points, for `carTypes` car types. */
async function estimated(useMatrix: boolean, waypoints: LatLng[], drop: LatLng, carTypes = 1): Promise<Estimated[]> {
  let found: Estimated[] = []
  const settings = json([{ country: 'LI', restrict_country: true, use_distance_matrix: useMatrix }])
  await withServer([osrm], ({ url, heard }) =>
    withServer([settings], async (settings) => {
      const variables: Record<string, string> = { ROUTES_PROVIDER: 'osrm', OSRM_URL: url }
      const database = databaseOf({ quote_fare: quoted })
      const unused = () => Promise.reject(new Error('unused'))
      const region = { places: unused, router: unused }
      const handler = createRoutesHandler({
        routes: chooseRoutes({ get: (name) => variables[name], region, write: () => {} }),
        nameOf: () => Promise.resolve(null),
        settings: createMapSettings({ supabaseUrl: settings.url, secretKey: 'k' }),
        database,
        authenticate: signedInAs('rider'),
        takeLimit: () => {},
        cronSecret: undefined,
      })
      const wish = { pickup: A, drop, waypoints, car_type_id }
      const asked = Array.from({ length: carTypes }, () => read(handler(post('routes/estimate', wish))))
      const answers = await Promise.all(asked)
      found = answers.map(({ status, body }, i) => {
        const told = body['code'] ?? [body['distance_in_km'], body['time_in_secs'], body['polylinePoints']]
        const { distance_in_km, time_in_secs } = (database.calls[i]?.[1]['quote'] ?? {}) as Record<string, unknown>
        const services = heard.map(({ path }) => path.split('/')[1] ?? '').sort()
        return { status, told, priced: [distance_in_km, time_in_secs], heard: services }
      })
    }))
  return found
}

const line = encodePolyline([A, B, D])

Deno.test('use_distance_matrix: off, an estimate uses the route', async () => {
  assertEquals(await estimated(false, [B], D), [
    { status: 200, told: [1.868, 125, line], priced: [1.868, 125], heard: ['route'] },
  ])
})

Deno.test('use_distance_matrix: on, distance and time come from the matrix, leg by leg, and the line from the route', async () => {
  assertEquals(await estimated(true, [B], D), [
    { status: 200, told: [2.055, 137, line], priced: [2.055, 137], heard: ['route', 'table'] },
  ])
})

Deno.test('use_distance_matrix: on, a leg missing in the matrix means no route', async () => {
  const [answer] = await estimated(true, [B], { lat: 47.4, lng: 9.53 })
  assertEquals([answer?.status, answer?.told], [422, 'no_route_found'])
})

Deno.test('use_distance_matrix: on, 23 stops are requested in five matrices', async () => {
  const stops = Array.from({ length: 23 }, (_, i) => ({ lat: 47.14, lng: 9.52 + i / 1000 }))
  const [answer] = await estimated(true, stops, D)
  const [matrix] = answer?.told as number[]
  const [off] = await estimated(false, stops, D)
  const [route] = off?.told as number[]
  assertEquals(answer?.heard, ['route', ...Array.from({ length: 5 }, () => 'table')])
  assertEquals(Math.abs((matrix ?? 0) - 1.1 * (route ?? 0)) < 0.02, true, `${matrix} for ${route}`)
})

Deno.test('a route is requested once for all shown car types', async () => {
  const answers = await estimated(true, [B], D, 6)
  assertEquals(answers.map(({ status }) => status), [200, 200, 200, 200, 200, 200])
  assertEquals(answers.map(({ priced }) => priced), answers.map(() => [2.055, 137]))
  assertEquals(answers[0]?.heard, ['route', 'table'])
})
