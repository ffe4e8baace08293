import { assertEquals, assertRejects } from '@std/assert'
import { HttpError } from '../../kernel/errors.ts'
import { PlaceIndex } from '../places/place-index.ts'
import { Router } from '../routing/router.ts'
import { A, B, tinyGraph, tinyPlaces } from '../testing/tiny-region.ts'
import { chainPlaces, chainRoutes } from './chain.ts'
import { embeddedPlaces, embeddedRoutes } from './embedded.ts'
import { mapboxPlaces } from './mapbox-places.ts'
import { nominatimPlaces } from './nominatim.ts'
import { osrmRoutes } from './osrm.ts'
import { photonPlaces } from './photon.ts'
import { MAX_PLACE_ID } from './types.ts'
import { clientFor } from '../../http-client/testing/clients.ts'
import { straightRoads } from './testing/roads.ts'
import { json, type Server, startRude, withServer } from '../../http-client/testing/server.ts'
import { recorded } from './testing/recorded.ts'

const index = new PlaceIndex(tinyPlaces())
const router = new Router(tinyGraph())
const region = { places: () => Promise.resolve(index), router: () => Promise.resolve(router) }
const userAgent = 'Hackney'

function logged() {
  const lines: Record<string, unknown>[] = []
  return { lines, options: { budgetMs: 10_000, log: (line: Record<string, unknown>) => void lines.push(line) } }
}
const mapbox = ({ url }: Server) => mapboxPlaces(clientFor(), { token: 'pk.test', url })
const photon = ({ url }: Server) => photonPlaces(clientFor(), { url, userAgent })
const nominatim = ({ url }: Server) => nominatimPlaces(clientFor(), { url, userAgent })
const osrm = ({ url }: { url: string }, timeoutMs = 5000) => osrmRoutes(clientFor({ timeoutMs }), { url })

async function refusal(run: Promise<unknown>): Promise<[number, string]> {
  try {
    await run
  } catch (error) {
    if (error instanceof HttpError) return [error.status, error.code]
    throw error
  }
  throw new Error('nothing was refused')
}

Deno.test('the first provider in the list is used', () =>
  withServer([recorded('photon-search.json')], async (server) => {
    const { lines, options } = logged()
    const [hit] = await chainPlaces([photon(server), embeddedPlaces(region)], options).autocomplete('Städtle 4')
    assertEquals([hit?.place_id, lines], ['photon:47.1413311,9.5215406', []])
  }))

Deno.test('if a provider fails, the next is used, and the log says why', () =>
  withServer([json({}, 500)], async (server) => {
    const { lines, options } = logged()
    const places = chainPlaces([photon(server), embeddedPlaces(region)], options)
    const [hit] = await places.autocomplete('Städtle 4')
    assertEquals(hit?.main_text, 'Städtle 4')
    assertEquals(lines, [{
      event: 'provider_failure',
      provider: 'photon',
      operation: 'autocomplete',
      kind: 'server',
      why: 'status 500',
    }])
    const way = await chainRoutes([osrm(server), embeddedRoutes(region)], options).route([A, B])
    assertEquals(way?.distance_in_km, 0.756)
  }))

Deno.test('"nothing found" and "no route" are valid results: no other provider is asked', () =>
  withServer([json({ features: [] }), json({ code: 'NoRoute' }, 400), json({ features: [] })], async (server) => {
    const { options } = logged()
    assertEquals(await chainPlaces([photon(server), embeddedPlaces(region)], options).autocomplete('Städtle 4'), [])
    assertEquals(await chainRoutes([osrm(server), embeddedRoutes(region)], options).route([A, B]), null)
    assertEquals(await chainPlaces([photon(server), embeddedPlaces(region)], options).reverse(A), null)
  }))

Deno.test('an empty request is not sent to any provider', () =>
  withServer([json({}, 400)], async (server) => {
    assertEquals(await chainPlaces([photon(server)], logged().options).autocomplete(' '), [])
    assertEquals(server.heard.length, 0)
  }))

Deno.test('a provider without the operation is skipped', () =>
  withServer([recorded('nominatim-reverse.json')], async (server) => {
    const places = chainPlaces([nominatim(server), embeddedPlaces(region)], logged().options)
    assertEquals((await places.autocomplete('Städtle 4'))[0]?.main_text, 'Städtle 4')
    assertEquals(server.heard.length, 0)
    assertEquals(await places.reverse(A), 'Städtle 4, 9490 Vaduz')
    assertEquals(server.heard.length, 1)
  }))

Deno.test('a place id is sent to the provider that issued it, in any order of the list', () =>
  withServer([recorded('mapbox-retrieve.json'), recorded('mapbox-forward.json')], async (server) => {
    const { options } = logged()
    for (const adapters of [[embeddedPlaces(region), mapbox(server)], [mapbox(server), embeddedPlaces(region)]]) {
      assertEquals((await chainPlaces(adapters, options).coordinates('town'))?.lat, A.lat)
    }
    assertEquals(server.heard.length, 0)
    const found = await chainPlaces([embeddedPlaces(region), mapbox(server)], options).coordinates('mapbox:dXJu:1')
    assertEquals([found?.lat, server.heard[0]?.path], [47.14135, '/search/searchbox/v1/retrieve/dXJu:1'])
  }))

Deno.test('a result whose id is too long is left out, and the longest permitted id returns unchanged', () => {
  const longest = 'x'.repeat(MAX_PLACE_ID - 'mapbox:'.length)
  const suggestions = [{ name: 'a', mapbox_id: longest }, { name: 'b', mapbox_id: `${longest}x` }]
  return withServer([json({ suggestions }), json({ features: [] })], async (server) => {
    const places = chainPlaces([mapbox(server)], logged().options)
    const hits = await places.autocomplete('x')
    assertEquals(hits.map(({ main_text }) => main_text), ['a'])
    await places.coordinates(hits[0]?.place_id ?? '')
    assertEquals(server.heard[1]?.path, `/search/searchbox/v1/retrieve/${longest}`)
  })
})

Deno.test('an id of a provider that is no longer on the list, or of none, is unknown', async () => {
  const places = chainPlaces([embeddedPlaces(region)], logged().options)
  for (const id of ['mapbox:dXJu', 'atlas:1', 'gone', ':', 'embedded:gone']) {
    assertEquals(await places.coordinates(id), null, id)
  }
})

Deno.test('an id of a provider that does not respond gives an error, not another place', () =>
  withServer([json({}, 500)], async (server) => {
    const places = chainPlaces([mapbox(server), embeddedPlaces(region)], logged().options)
    assertEquals(await refusal(places.coordinates('mapbox:dXJu')), [503, 'maps_unavailable'])
  }))

Deno.test('if all providers fail, the call fails within its time limit', async () => {
  const server = startRude('silent')
  try {
    const routes = chainRoutes([osrm(server), osrm(server)], { ...logged().options, budgetMs: 300 })
    assertEquals(await refusal(routes.route([A, B])), [503, 'maps_unavailable'])
    assertEquals(await refusal(routes.matrix([A], [B])), [503, 'maps_unavailable'])
  } finally {
    await server.stop()
  }
})

Deno.test('a slow provider leaves time for the next', async () => {
  const slow = startRude('silent')
  try {
    await withServer([straightRoads(2)], async (server) => {
      const { lines, options } = logged()
      const route = await chainRoutes([osrm(slow, 100), osrm(server)], options).route([A, B])
      assertEquals([route?.distance_in_km, lines[0]?.['kind']], [1.513, 'timeout'])
    })
  } finally {
    await slow.stop()
  }
})

Deno.test('a missing region is reported, and another provider can replace it', async () => {
  const missing = () => Promise.reject(new HttpError(503, 'server_busy', 'The map region is not available'))
  const gone = embeddedRoutes({ places: missing, router: missing })
  const { options } = logged()
  assertEquals(await refusal(chainRoutes([gone], options).route([A, B])), [503, 'server_busy'])
  const route = await chainRoutes([gone, embeddedRoutes(region)], options).route([A, B])
  assertEquals(route?.distance_in_km, 0.756)
})

Deno.test('a bug of ours is not hidden by asking another provider', async () => {
  const broken = { ...embeddedRoutes(region), route: () => Promise.reject(new TypeError('undefined is no function')) }
  const routes = chainRoutes([broken, embeddedRoutes(region)], logged().options)
  await assertRejects(() => routes.route([A, B]), Error, 'undefined is no function')
})
