import { assertEquals } from '@std/assert'
import { Router } from '../_shared/region/routing/router.ts'
import { cacheRoutes } from '../_shared/region/providers/cache.ts'
import { chainRoutes } from '../_shared/region/providers/chain.ts'
import { embeddedRoutes } from '../_shared/region/providers/embedded.ts'
import { callBy, callerOf, databaseOf, type Person, signedInAs } from '../_shared/kernel/testing/doubles.ts'
import { A, B, D, tinyGraph } from '../_shared/region/testing/tiny-region.ts'
import type { RoutesAdapter } from '../_shared/region/providers/types.ts'
import { routesContract } from './contract.ts'
import { createRoutesHandler } from './handler.ts'

const router = new Router(tinyGraph())
const embedded = embeddedRoutes({
  router: () => Promise.resolve(router),
  places: () => Promise.reject(new Error('unused')),
})
/** A provider with the same responses as our own, but one that bills. */
const paid: RoutesAdapter = { ...embedded, name: 'paid', isPaid: true }
const quoted = {
  quote_id: '00000000-0000-7000-8000-0000000000cc',
  trip_cost: 12.5,
  cash_amount: 12.5,
  price_parts: [{ side: 'price', kind: 'fare', amount: 12.5 }],
  lines: [{ key: 'base_fare', amount: 12.5 }],
  tax: 0.9,
  currency: 'CHF',
  expires_at: 'soon',
}

function setUp(
  person: Person = 'visitor',
  adapters: RoutesAdapter[] = [embedded],
  useDistanceMatrix = false,
  found: Record<string, unknown> = {},
  timeZone: string | null = null,
) {
  const taken: string[] = []
  const routes = cacheRoutes(chainRoutes(adapters, { budgetMs: 1000, log: () => {} }))
  const database = databaseOf({ quote_fare: quoted, ...found })
  const settings = () => Promise.resolve({ country: null, useDistanceMatrix, timeZone })
  const handler = createRoutesHandler({
    routes,
    nameOf: ({ lat }) => Promise.resolve(`point ${lat}`),
    settings,
    database,
    authenticate: signedInAs(person),
    cronSecret: undefined,
    takeLimit: (_, { name }, calls = 1) => void taken.push(`${calls} ${name}`),
  })
  return { database, taken, call: callBy('routes', routesContract, handler) }
}

const car_type_id = '00000000-0000-7000-8000-0000000000aa'
const wish = { pickup: { ...A, add: 'A' }, drop: { ...B, add: 'B' }, car_type_id }

Deno.test('a street that is closed at the hour of the ride is avoided, in the firm’s time', async () => {
  // From Monday to Friday, 7 to 9, nobody may turn from AB onto BD.
  const graph = { ...tinyGraph(), timedTurn: Uint32Array.of(0), timedWeek: Uint32Array.of(0) }
  const days = [0, 1, 2, 3, 4].flatMap((day) => [day * 1440 + 420, day * 1440 + 540])
  const timedRouter = new Router({
    ...graph,
    weekStart: Uint32Array.of(0, 11),
    weekMinute: Uint32Array.from([0, ...days]),
    weekSteps: Uint8Array.from([0, ...days.map((_, i) => i % 2 === 0 ? 15 : 0)]),
  })
  const timed = embeddedRoutes({
    router: () => Promise.resolve(timedRouter),
    places: () => Promise.reject(new Error()),
  })
  const { call } = setUp('rider', [timed], false, {}, 'Pacific/Auckland')
  const kmAt = async (trip_at: string) => {
    const drop = { lat: 47.149, lng: 9.53, add: 'near D' }
    const { status, body } = await call('estimate', { ...wish, drop, trip_at })
    assertEquals(status, 200)
    return body['distance_in_km']
  }
  // In Auckland it is Monday, 8 o'clock, when it is Sunday evening in Greenwich.
  assertEquals(await kmAt('2026-06-07T20:00:00Z'), 1.979)
  assertEquals(await kmAt('2026-06-08T08:00:00Z'), 1.757)
  assertEquals(await kmAt('2026-06-07T23:00:00Z'), 1.757)
})

// Spec 3.41, 7.4, 9.5
Deno.test('directions are returned with and without stops', async () => {
  const { call } = setUp()
  const direct = await call('directions', { start: '47.14,9.52', dest: '47.14,9.53' })
  assertEquals(direct.status, 200)
  assertEquals([direct.body['distance_in_km'], direct.body['time_in_secs']], [0.756, 76])
  const round = await call('directions', { start: '47.14,9.52', dest: '47.14,9.53', waypoints: '47.15,9.53' })
  assertEquals(round.body['distance_in_km'], 2.98)
})

// Spec 7.5
Deno.test('a matrix is returned', async () => {
  const { call } = setUp()
  const { status, body } = await call('matrix', { start: '47.14,9.52|47.14,9.53', dest: '47.14,9.53|52.5,13.4' })
  assertEquals(status, 200)
  const rows = body['rows'] as unknown[][]
  assertEquals(rows[0], [{ distance_in_km: 0.756, time_in_secs: 76 }, null])
  assertEquals(rows[1], [{ distance_in_km: 0, time_in_secs: 0 }, null])
})

Deno.test('a point away from roads returns no_route_found', async () => {
  const { call } = setUp()
  const { status, body } = await call('directions', { start: '47.14,9.52', dest: '52.5,13.4' })
  assertEquals([status, body['code'], body['message']], [422, 'no_route_found', 'No Route Found'])
})

Deno.test('routes across a continent are not requested', async () => {
  const { call, taken } = setUp('rider')
  const far = { lat: 38.7, lng: -9.1 }
  const zigzag = Array.from({ length: 23 }, (_, i) => `47.${i % 2 ? 14 : 99},9.52`).join('|')
  const cases: [string, unknown][] = [
    ['directions', { start: '47.14,9.52', dest: '38.7,-9.1', waypoints: '38.7,-9.1|47.14,9.52' }],
    ['directions', { start: '47.14,9.52', dest: '47.14,9.53', waypoints: zigzag }],
    ['matrix', { start: '47.14,9.52|30,-1', dest: '47.14,9.53|30,-1' }],
    ['estimate', { ...wish, drop: far, waypoints: [far, A] }],
  ]
  for (const [path, payload] of cases) {
    const { status, body } = await call(path, payload)
    assertEquals([status, body['code'], body['hint']], [
      422,
      'no_route_found',
      'Choose points at most 2000 km apart, all stops together',
    ])
  }
  // A refused request was counted, too.
  assertEquals(taken, ['1 routes', '1 routes', '1 routes', '1 estimates'])
})

Deno.test('a stray point does not fail a matrix', async () => {
  const { call } = setUp()
  const { status, body } = await call('matrix', { start: '47.14,9.52', dest: '0,0|47.14,9.53|64.1,-21.9' })
  assertEquals([status, body['rows']], [200, [[null, { distance_in_km: 0.756, time_in_secs: 76 }, null]]])
  assertEquals((await call('matrix', { start: '47.14,9.52', dest: '0,0' })).body['rows'], [[null]])
})

Deno.test('a matrix counts as a call for each 25 pairs', async () => {
  const points = Array.from({ length: 25 }, (_, i) => `47.14,${9.52 + i / 10_000}`).join('|')
  for (const [start, counted] of [[points, '24 routes'], ['47.14,9.52|47.14,9.53', '1 routes']] as const) {
    const { call, taken } = setUp()
    assertEquals((await call('matrix', { start, dest: points })).status, 200)
    assertEquals(taken, ['1 routes', counted])
  }
  const { call, taken } = setUp()
  await call('matrix', { start: '47.14,9.52', dest: points })
  assertEquals(taken, ['1 routes'])
})

Deno.test('visitors get no matrix from a billing provider', async () => {
  const pair = { start: '47.14,9.52', dest: '47.14,9.53' }
  const asked = async (person: Person, adapters: RoutesAdapter[]) => {
    const { status, body } = await setUp(person, adapters).call('matrix', pair)
    return [status, body['code'] ?? body['rows']]
  }
  const rows = [[{ distance_in_km: 0.756, time_in_secs: 76 }]]
  const broken: RoutesAdapter = { ...paid, matrix: () => Promise.reject(new Error('was asked')) }
  assertEquals(await asked('visitor', [broken]), [401, 'must_login'])
  assertEquals(await asked('visitor', [broken, embedded]), [200, rows])
  assertEquals(await asked('rider', [paid]), [200, rows])
})

Deno.test('an estimate counts as a provider call if its route is not cached', async () => {
  const { call, taken } = setUp('visitor', [paid])
  await Promise.all([call('estimate', wish), call('estimate', wish), call('estimate', wish)])
  assertEquals(taken.sort(), ['1 estimates', '1 estimates', '1 estimates', '1 routes'])
  const matrix = setUp('visitor', [paid], true)
  await matrix.call('estimate', { ...wish, waypoints: Array.from({ length: 5 }, () => ({ ...D, add: 'D' })) })
  assertEquals(matrix.taken, ['1 estimates', '3 routes'])
})

// Spec 9.16
Deno.test('malformed points, and too many, are refused', async () => {
  const { call } = setUp()
  const many = Array.from({ length: 26 }, () => '47.14,9.52').join('|')
  const cases: [string, unknown][] = [
    ['directions', { start: 'here', dest: '47.14,9.53' }],
    ['directions', { start: '47.14,9.52', dest: '47.14,9.53', waypoints: '47.14' }],
    ['directions', { start: '47.14,9.52', dest: '47.14,9.53', steps: 'yes' }],
    ['matrix', { start: '', dest: '47.14,9.53' }],
    ['matrix', { start: many, dest: '47.14,9.53' }],
  ]
  for (const [path, payload] of cases) {
    const { status, body } = await call(path, payload)
    assertEquals([status, body['code']], [400, 'invalid_request'], path)
  }
  const { status, body } = await call('directions', { start: '47.14,9.52', dest: '47.14,9.53', waypoints: many })
  assertEquals([status, body['code']], [422, 'too_many_stops'])
})

// Spec 3.42, 7.25
Deno.test('an estimate prices the route measured by the server', async () => {
  const { database, call } = setUp('rider')
  const pickup = { ...wish.pickup, point_name: 'Airport' }
  const { status, body } = await call('estimate', {
    ...wish,
    pickup,
    distance_in_km: 0.1,
    time_in_secs: 1,
    trip_cost: 1,
  })
  assertEquals(status, 200)
  assertEquals([body['quote_id'], body['trip_cost'], body['distance_in_km'], body['time_in_secs']], [
    quoted.quote_id,
    12.5,
    0.756,
    76,
  ])
  assertEquals([body['tax'], body['currency']], [0.9, 'CHF'])
  const [name, args] = database.calls[0] ?? []
  assertEquals(name, 'quote_fare')
  assertEquals(args?.['customer_id'], callerOf('rider').uid)
  assertEquals(args?.['quote'], {
    ...wish,
    pickup: { ...wish.pickup, point_name: `point ${A.lat}` },
    drop: { ...wish.drop, point_name: `point ${B.lat}` },
    waypoints: [],
    distance_in_km: 0.756,
    time_in_secs: 76,
    polyline: body['polylinePoints'],
  })
})

Deno.test('an estimate uses the time of a later trip', async () => {
  const { database, call } = setUp('rider')
  await call('estimate', { ...wish, trip_at: '2026-11-20T23:30:00+01:00' })
  const quote = database.calls[0]?.[1]['quote'] as Record<string, unknown>
  assertEquals(quote['trip_at'], '2026-11-20T22:30:00.000Z')
})

Deno.test('a visitor’s estimate has no customer', async () => {
  const { database, call } = setUp('visitor')
  await call('estimate', { ...wish, waypoints: [{ ...D, add: 'D' }], option_index: 1, parcel_type_index: null })
  const quote = database.calls[0]?.[1]['quote'] as Record<string, unknown>
  assertEquals(database.calls[0]?.[1]['customer_id'], null)
  assertEquals([quote['option_index'], 'parcel_type_index' in quote, quote['distance_in_km']], [1, false, 2.98])
})

Deno.test('only admins can name a customer', async () => {
  const customer_id = '00000000-0000-7000-8000-0000000000bb'
  for (const person of ['visitor', 'rider'] as const) {
    const { database, call } = setUp(person)
    const { status, body } = await call('estimate', { ...wish, customer_id })
    assertEquals([status, body['code'], database.calls.length], [403, 'not_allowed', 0])
  }
  const admin = setUp('admin')
  await admin.call('estimate', { ...wish, customer_id })
  assertEquals(admin.database.calls[0]?.[1]['customer_id'], customer_id)
})

Deno.test('an incomplete estimate request names what is missing', async () => {
  const { database, call } = setUp('rider')
  const cases: [unknown, number, string][] = [
    [{ ...wish, car_type_id: 'cab' }, 400, 'select_proper'],
    [{ ...wish, pickup: null }, 400, 'select_proper'],
    [{ ...wish, drop: { lat: '47', lng: 9 } }, 400, 'select_proper'],
    [{ ...wish, drop: { lat: 147, lng: 9 } }, 400, 'select_proper'],
    [{ ...wish, waypoints: 'x' }, 400, 'select_proper'],
    [{ ...wish, option_index: -1 }, 400, 'select_proper'],
    [{ ...wish, trip_at: 'tonight' }, 400, 'select_proper'],
    [{ ...wish, waypoints: Array.from({ length: 24 }, () => wish.drop) }, 422, 'too_many_stops'],
    [{ ...wish, drop: { lat: 52.5, lng: 13.4 } }, 422, 'no_route_found'],
  ]
  for (const [payload, status, code] of cases) {
    const answer = await call('estimate', payload)
    assertEquals([answer.status, answer.body['code']], [status, code])
  }
  assertEquals(database.calls, [])
})

const due = {
  booking_id: '00000000-0000-7000-8000-0000000000dd',
  pickup_lat: A.lat,
  pickup_lng: A.lng,
  drop_lat: B.lat,
  drop_lng: B.lng,
}
const nowhere = { lat: 52.5, lng: 13.4 }

Deno.test('the recorded routes of street trips are compared with the roads, each separately', async () => {
  const { database, call } = setUp('server', [embedded], false, {
    take_street_checks: [
      { ...due, points: [A, D, B] },
      { ...due, points: [A, nowhere] },
      { ...due, points: [] },
    ],
    check_street_trip: null,
  })
  const { status, body } = await call('street', {})
  assertEquals([status, body['checked']], [200, 2])
  const asked = database.calls.filter(([name]) => name === 'check_street_trip').map(([, args]) => args)
  assertEquals(asked.map(({ route_km }) => route_km).sort(), [0.756, 2.98])
  assertEquals([asked[0]?.['pickup_name'], asked[0]?.['drop_name']], [`point ${A.lat}`, `point ${B.lat}`])
})

Deno.test('a trip that cannot be recorded does not affect the others', async () => {
  const { database, call } = setUp('server', [embedded], false, {
    take_street_checks: [{ ...due, points: [A, B] }, { ...due, points: [A, D, B] }],
  })
  const answer = database.rpc
  let refused = 0
  database.rpc = (name, args) => {
    if (name !== 'check_street_trip' || refused++ > 0) return answer(name, args)
    return Promise.reject(new Error('the database went away'))
  }
  assertEquals((await call('street', {})).body['checked'], 1)
})

Deno.test('only our own servers can compare recorded routes', async () => {
  for (const person of ['visitor', 'rider', 'admin'] as const) {
    const { database, call } = setUp(person)
    const { status, body } = await call('street', {})
    assertEquals([status, body['code'], database.calls], [403, 'not_allowed', []])
  }
})

const approach = {
  booking_id: '00000000-0000-7000-8000-0000000000dd',
  driver_id: '00000000-0000-7000-8000-0000000000d1',
  accepted_at: '2026-11-29T08:00:00.123456+00:00',
}

Deno.test('the ways of drivers who have just accepted are measured by road, each separately', async () => {
  const { database, call } = setUp('server', [embedded], false, {
    take_approaches: [{ ...approach, points: [A, D, B] }, { ...approach, points: [A, nowhere] }],
    promise_by_road: '2026-11-29T08:09:00+00:00',
  })
  const { status, body } = await call('approach', {})
  assertEquals([status, body['measured']], [200, 1])
  const [asked, ...others] = database.calls.filter(([name]) => name === 'promise_by_road').map(([, args]) => args)
  assertEquals(others, [])
  assertEquals({ ...asked, secs: 0 }, { ...approach, secs: 0 })
  assertEquals(Number.isInteger(asked?.['secs']) && Number(asked?.['secs']) > 0, true)
})

Deno.test('a measurement that comes too late moves no promise', async () => {
  const { call } = setUp('server', [embedded], false, {
    take_approaches: [{ ...approach, points: [A, B] }],
    promise_by_road: null,
  })
  assertEquals((await call('approach', {})).body['measured'], 0)
})

Deno.test('only our own servers can measure ways of drivers', async () => {
  for (const person of ['visitor', 'rider', 'admin'] as const) {
    const { database, call } = setUp(person)
    const { status, body } = await call('approach', {})
    assertEquals([status, body['code'], database.calls], [403, 'not_allowed', []])
  }
})
