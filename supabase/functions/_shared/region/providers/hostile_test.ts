// Simulates attacks by clients, who choose every request: none of them may open a provider's circuit for others.
import { assertEquals, assertRejects } from '@std/assert'
import { googlePlaces } from './google-places.ts'
import { ProviderFailure } from '../../http-client/failure.ts'
import { mapboxPlaces } from './mapbox-places.ts'
import { mapboxRoutes } from './mapbox-routes.ts'
import { osrmRoutes } from './osrm.ts'
import { budget, clientFor } from '../../http-client/testing/clients.ts'
import { json, type Server, startRude, text, withServer } from '../../http-client/testing/server.ts'

const vaduz = { lat: 47.14133, lng: 9.52154 }
const schaan = { lat: 47.16512, lng: 9.50867 }
const good = json({ fine: true })
const rested = { failures: 2, windowMs: 10_000, restMs: 10_000 }
const google = ({ url }: Server) => googlePlaces(clientFor(), { key: 'AIza-test', places: url, geocode: url })
const mapbox = ({ url }: Server) => mapboxPlaces(clientFor(), { token: 'pk.test', url })
const roads = ({ url }: Server) => mapboxRoutes(clientFor(), { token: 'pk.test', profile: 'driving', url })

/** The result of a call, or the kind of its failure. */
async function outcome(run: Promise<unknown>): Promise<unknown> {
  try {
    return await run
  } catch (error) {
    if (error instanceof ProviderFailure) return error.kind
    throw error
  }
}

Deno.test('Google is not asked for a malformed id, which could change the path', () =>
  withServer([json({})], async (server) => {
    for (const id of ['.', '..', '../x', 'a/b', 'a b', 'ä', '%2e%2e', 'x?y', '=', '']) {
      assertEquals(await google(server).coordinates?.(id, {}, budget()), null, id)
    }
    assertEquals(server.heard, [])
  }))

Deno.test('Mapbox is not asked for a malformed id, which could change the path', () =>
  withServer([json({})], async (server) => {
    for (const id of ['.', '..', '../x', 'a..b', 'a b', 'ä', '%2e%2e', 'x?y', '']) {
      assertEquals(await mapbox(server).coordinates?.(id, {}, budget()), null, id)
    }
    assertEquals(server.heard, [])
  }))

Deno.test('an HTML error page in place of a refusal blames the request, too', () => {
  const page = text('<html>Not Found</html>', 'text/html', 404)
  return withServer([page, page, page, text('{"half', 'application/json', 404), good], async (server) => {
    const client = clientFor({ breaker: rested })
    const asked = () =>
      outcome(client.ask({ operation: 'reverse', url: new URL(server.url), accept: [404] }, budget(), (it) => it))
    for (let i = 0; i < 4; i++) assertEquals(await asked(), 'refused')
    assertEquals(await asked(), { fine: true })
  })
})

Deno.test('a refusal with an unknown code blames the request, too', () =>
  withServer([json({ code: 'InvalidValue' }, 400), json({ code: 'TooBig' }, 400)], async (server) => {
    const osrm = osrmRoutes(clientFor({ breaker: rested }), { url: server.url })
    for (let i = 0; i < 3; i++) assertEquals(await outcome(osrm.route([vaduz, schaan], {}, budget())), 'refused')
    for (let i = 0; i < 3; i++) assertEquals(await outcome(osrm.matrix([vaduz], [schaan], budget())), 'refused')
  }))

Deno.test('a response that is too long does not switch a provider off', () =>
  withServer([json('x'.repeat(2000))], async (server) => {
    const client = clientFor({ maxBytes: 1000, breaker: rested })
    for (let i = 0; i < 5; i++) {
      assertEquals(
        await outcome(client.ask({ operation: 'route', url: new URL(server.url) }, budget(), (it) => it)),
        'oversize',
      )
    }
    assertEquals(server.heard.length, 5)
  }))

Deno.test('a large request that times out is sent once, and does not switch a provider off', async () => {
  const server = startRude('silent')
  try {
    const client = clientFor({ timeoutMs: 100, breaker: rested })
    const url = new URL(server.url)
    const asked = () => outcome(client.ask({ operation: 'route', url, isHeavy: true }, budget(), (it) => it))
    for (let i = 1; i <= 4; i++) assertEquals([await asked(), server.connections()], ['timeout', i])
  } finally {
    await server.stop()
  }
})

Deno.test('failures of one operation do not affect the others', () =>
  withServer([json({}, 429, { 'retry-after': '60' }), good], async (server) => {
    const client = clientFor()
    const asked = (operation: 'matrix' | 'route') =>
      outcome(client.ask({ operation, url: new URL(server.url) }, budget(), (it) => it))
    assertEquals([await asked('matrix'), await asked('matrix')], ['throttled', 'resting'])
    assertEquals(await asked('route'), { fine: true })
  }))

Deno.test('a malformed suggestion of Mapbox is left out, and each kind is named', () => {
  const hit = (feature_type: unknown, mapbox_id: unknown = 'urn:mbxadr-str:7a2f') => ({
    name: 'x',
    mapbox_id,
    feature_type,
  })
  const kinds = ['street', 'constructor', '__proto__', 7]
  const suggestions = [...kinds.map((kind) => hit(kind)), hit('address', '..'), 'odd', hit('address', 'place.878')]
  return withServer([json({ suggestions }), json({ suggestions: ['odd'] })], async (server) => {
    const hits = await mapbox(server).autocomplete?.('x', {}, budget())
    assertEquals(hits?.map(({ kind }) => kind), ['street', 'locality', 'locality', 'locality', 'address'])
    await assertRejects(async () => await mapbox(server).autocomplete?.('x', {}, budget()), Error, 'no object')
  })
})

Deno.test('a manoeuvre named like a property of every object is unknown', () => {
  const step = (modifier: string) => ({
    maneuver: { type: 'turn', modifier, location: [9.52, 47.14] },
    distance: 1,
    duration: 1,
  })
  const legs = [{ steps: [step('constructor'), step('__proto__'), step('sharp left')] }]
  return withServer(
    [json({ code: 'Ok', routes: [{ distance: 1, duration: 1, geometry: '??', legs }] })],
    async (server) => {
      const route = await roads(server).route([vaduz, schaan], { steps: true }, budget())
      assertEquals(route?.steps?.map(({ manoeuvre }) => manoeuvre), ['straight', 'straight', 'sharp_left'])
    },
  )
})
