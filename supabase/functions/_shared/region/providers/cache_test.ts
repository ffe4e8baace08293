import { assertEquals, assertRejects } from '@std/assert'
import { A, B, C } from '../testing/tiny-region.ts'
import { cacheRoutes } from './cache.ts'
import type { RoutesProvider } from './types.ts'

/** Counts requests, and returns a line of the given length. */
function setUp(length = 10) {
  const clock = { now: 0 }
  const asked: string[] = []
  const behind: RoutesProvider = {
    route(_, options) {
      asked.push(`route ${JSON.stringify(options ?? {})}`)
      return Promise.resolve({ distance_in_km: asked.length, time_in_secs: 60, polylinePoints: '?'.repeat(length) })
    },
    matrix(_, __, { isFree = false } = {}) {
      asked.push(isFree ? 'free matrix' : 'matrix')
      return Promise.resolve([[null]])
    },
  }
  return { clock, asked, behind, routes: cacheRoutes(behind, { now: () => clock.now }) }
}

Deno.test('equal requests within a minute are sent once, also while the response is pending', async () => {
  const { clock, asked, routes } = setUp()
  assertEquals(routes.knows?.([A, B]), false)
  const both = [routes.route([A, B]), routes.route([A, B], { steps: false })]
  assertEquals(routes.knows?.([A, B]), true)
  assertEquals((await Promise.all(both)).map((route) => route?.distance_in_km), [1, 1])
  await routes.route([B, A])
  assertEquals(asked.length, 2)
  clock.now = 59_999
  await routes.route([A, B])
  assertEquals(asked.length, 2)
  clock.now = 60_000
  assertEquals(routes.knows?.([A, B]), false)
  await routes.route([A, B])
  assertEquals(asked.length, 3)
})

Deno.test('requests for steps and alternatives are not cached', async () => {
  const { asked, routes } = setUp()
  for (const options of [{ steps: true }, { steps: true }, { alternatives: true }]) await routes.route([A, B], options)
  assertEquals(asked, ['route {"steps":true}', 'route {"steps":true}', 'route {"alternatives":true}'])
  assertEquals(routes.knows?.([A, B]), false)
})

Deno.test('a cached matrix is identified by its starts, its destinations and the permitted providers', async () => {
  const { asked, routes } = setUp()
  await routes.matrix([A], [B, C])
  await routes.matrix([A], [B, C])
  await routes.matrix([A], [B, C], { isFree: true })
  await routes.matrix([A, B], [C])
  assertEquals(asked, ['matrix', 'free matrix', 'matrix'])
})

Deno.test('a failure is not cached', async () => {
  const { behind } = setUp()
  const routes = cacheRoutes({ ...behind, route: () => Promise.reject(new Error('down')) })
  await assertRejects(() => routes.route([A, B]), Error, 'down')
  await Promise.resolve()
  assertEquals(routes.knows?.([A, B]), false)
})

Deno.test('the cache has at most two hundred responses, drops the oldest first, and skips very long lines', async () => {
  const { asked, routes } = setUp()
  const to = (i: number) => [A, { lat: 47, lng: i / 1000 }]
  for (let i = 0; i < 201; i++) await routes.route(to(i))
  assertEquals([routes.knows?.(to(0)), routes.knows?.(to(1)), routes.knows?.(to(200)), asked.length], [
    false,
    true,
    true,
    201,
  ])
  const long = setUp(100_001).routes
  await long.route([A, B])
  await Promise.resolve()
  assertEquals(long.knows?.([A, B]), false)
})
