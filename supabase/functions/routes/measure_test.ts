import { assertEquals } from '../_shared/testing/assert.ts'
import { createMapSettings } from '../_shared/map-settings.ts'
import { chooseRoutes } from '../_shared/providers/choose.ts'
import { type Answer, json, withServer } from '../_shared/providers/testing/server.ts'
import { databaseOf, post, read, signedInAs } from '../_shared/testing/doubles.ts'
import { A, B, D } from '../_shared/testing/tiny-region.ts'
import { createRoutesHandler } from './handler.ts'

/** A road from each point to the next is 1,500 m and 90 s by the route, 1,600 m and 120 s by the matrix. */
const osrm: Answer = (request) => {
  const { pathname } = new URL(request.url)
  const points =
    decodeURIComponent(pathname).split('/').at(-1)?.split(';').map((pair) => pair.split(',').map(Number)) ?? []
  const legs = points.length - 1
  const [sources, destinations] = [points.slice(0, 1), points.slice(1)].map((list) =>
    list.map((location) => ({ location }))
  )
  if (!pathname.startsWith('/table/')) {
    return Response.json({
      code: 'Ok',
      routes: [{ distance: 1500 * legs, duration: 90 * legs, geometry: '_p~iF~ps|U' }],
    })
  }
  const isFar = points.some(([, lat = 0]) => lat > 50)
  return Response.json({
    code: 'Ok',
    distances: [[isFar ? null : 1600]],
    durations: [[isFar ? null : 120]],
    sources,
    destinations,
  })
}

const car_type_id = '00000000-0000-7000-8000-0000000000aa'
const quoted = { quote_id: 'q1', trip_cost: 12.5, lines: [], tax: 0, currency: 'CHF', expires_at: 'soon' }

/** What an estimate through A, B and D says, and what was asked for it. */
async function estimated(useMatrix: boolean, drop = D) {
  let found: [number, unknown, unknown, string[]] = [0, null, null, []]
  await withServer(
    [osrm],
    ({ url, heard }) =>
      withServer(
        [json([{ country: 'LI', restrict_country: true, use_distance_matrix: useMatrix }])],
        async (settings) => {
          const variables: Record<string, string> = { ROUTES_PROVIDER: 'osrm', OSRM_URL: url }
          const database = databaseOf({ quote_fare: quoted })
          const handler = createRoutesHandler({
            routes: chooseRoutes({
              get: (name) => variables[name],
              region: {
                places: () => Promise.reject(new Error('unused')),
                router: () => Promise.reject(new Error('unused')),
              },
              write: () => {},
            }),
            settings: createMapSettings({ supabaseUrl: settings.url, secretKey: 'k' }),
            database,
            authenticate: signedInAs('rider'),
            takeLimit: () => {},
          })
          const wish = { pickup: A, drop, waypoints: [B], car_type_id }
          const { status, body } = await read(handler(post('routes/estimate', wish)))
          const told = body['code'] ?? [body['distance_in_km'], body['time_in_secs'], body['polylinePoints']]
          const { distance_in_km, time_in_secs } = (database.calls[0]?.[1]['quote'] ?? {}) as Record<string, unknown>
          found = [
            status,
            told,
            [distance_in_km, time_in_secs],
            heard.map(({ path }) => path.split('/')[1] ?? '').sort(),
          ]
        },
      ),
  )
  return found
}

Deno.test('use_distance_matrix: off, an estimate is of the route', async () => {
  assertEquals(await estimated(false), [200, [3, 180, '_p~iF~ps|U'], [3, 180], ['route']])
})

Deno.test('use_distance_matrix: on, distance and time are of the matrix, leg by leg, the line is of the route', async () => {
  assertEquals(await estimated(true), [200, [3.2, 240, '_p~iF~ps|U'], [3.2, 240], ['route', 'table', 'table']])
})

Deno.test('use_distance_matrix: on, a leg that the matrix does not know is no way', async () => {
  const [status, code] = await estimated(true, { lat: 52.5, lng: 9.53 })
  assertEquals([status, code], [422, 'no_route_found'])
})
