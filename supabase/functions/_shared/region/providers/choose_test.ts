import { assertEquals, assertRejects, assertThrows } from '@std/assert'
import { PlaceIndex } from '../places/place-index.ts'
import { Router } from '../routing/router.ts'
import { post, read } from '../../kernel/testing/doubles.ts'
import { A, B, tinyGraph, tinyPlaces } from '../testing/tiny-region.ts'
import { choosePlaces, chooseRoutes } from './choose.ts'
import type { ProviderDeps } from './kit.ts'
import { straightRoads, straightTable } from './testing/roads.ts'
import { type Answer, json, startRude, text, withServer } from '../../http-client/testing/server.ts'
import { recorded } from './testing/recorded.ts'
import { createHandler } from '../../kernel/http.ts'

const region = {
  places: () => Promise.resolve(new PlaceIndex(tinyPlaces())),
  router: () => Promise.resolve(new Router(tinyGraph())),
}

function deps(values: Record<string, string>, url?: string): ProviderDeps & { lines: string[] } {
  const lines: string[] = []
  // A `fetch` that redirects every address to the local server.
  const elsewhere =
    ((asked: URL, init: RequestInit) => fetch(`${url}${asked.pathname}${asked.search}`, init)) as typeof fetch
  return {
    get: (name) => values[name],
    region,
    lines,
    write: (line) => lines.push(line),
    ...(url !== undefined && { fetcher: elsewhere }),
  }
}

Deno.test('without a list our own region is used', async () => {
  for (const value of ['', ' , ', 'embedded']) {
    const variables = deps({ PLACES_PROVIDER: value, ROUTES_PROVIDER: value })
    assertEquals((await choosePlaces(variables).autocomplete('Städtle 4'))[0]?.main_text, 'Städtle 4')
    assertEquals((await chooseRoutes(variables).route([A, B]))?.distance_in_km, 0.756)
  }
})

Deno.test('a missing or invalid variable is named', () => {
  const places: [Record<string, string>, string][] = [
    [
      { PLACES_PROVIDER: 'atlas' },
      'PLACES_PROVIDER names "atlas"; known are: embedded, mapbox, google, photon, nominatim',
    ],
    [{ PLACES_PROVIDER: 'embedded,osrm' }, 'PLACES_PROVIDER names "osrm"'],
    [{ PLACES_PROVIDER: 'constructor' }, '"constructor"'],
    [{ PLACES_PROVIDER: 'mapbox,embedded' }, 'MAPBOX_TOKEN is not set'],
    [{ PLACES_PROVIDER: 'google', GOOGLE_MAPS_KEY: ' ' }, 'GOOGLE_MAPS_KEY is not set'],
    [{ PLACES_PROVIDER: 'photon' }, 'PHOTON_URL is not set'],
    [{ PLACES_PROVIDER: 'photon', PHOTON_URL: 'photon:2322' }, 'PHOTON_URL has to be an address'],
    [{ PLACES_PROVIDER: 'photon', PHOTON_URL: 'http://a:b@photon' }, 'PHOTON_URL may not hold a user'],
    [
      { PLACES_PROVIDER: 'nominatim', NOMINATIM_URL: 'http://n' },
      'PLACES_PROVIDER lists no provider that can autocomplete',
    ],
    [{ PLACES_PROVIDER: 'embedded', PROVIDER_TIMEOUT_MS: '2s' }, 'PROVIDER_TIMEOUT_MS has to be a whole number'],
    [{ PLACES_PROVIDER: 'mapbox', MAPBOX_TOKEN: 'pk.1', MAPBOX_DAILY_CAP: '0' }, 'MAPBOX_DAILY_CAP has to be a whole'],
  ]
  for (const [values, message] of places) assertThrows(() => choosePlaces(deps(values)), Error, message)
  const routes: [Record<string, string>, string][] = [
    [{ ROUTES_PROVIDER: 'photon' }, 'ROUTES_PROVIDER names "photon"; known are: embedded, mapbox, google, osrm'],
    [{ ROUTES_PROVIDER: 'osrm' }, 'OSRM_URL is not set, which a provider of ROUTES_PROVIDER needs'],
    [{ ROUTES_PROVIDER: 'mapbox', MAPBOX_TOKEN: 'pk.1', MAPBOX_PROFILE: 'walking' }, 'MAPBOX_PROFILE has to be one of'],
    [
      { ROUTES_PROVIDER: 'google', GOOGLE_MAPS_KEY: 'k', GOOGLE_ROUTING_PREFERENCE: 'x' },
      'GOOGLE_ROUTING_PREFERENCE has',
    ],
  ]
  for (const [values, message] of routes) assertThrows(() => chooseRoutes(deps(values)), Error, message)
})

Deno.test('providers are asked in the order of the list', () =>
  withServer([json({}, 500), json({}, 500), recorded('photon-search.json')], async ({ url, heard }) => {
    const variables = deps({
      PLACES_PROVIDER: ' mapbox , photon,embedded',
      MAPBOX_TOKEN: 'pk.1',
      PHOTON_URL: 'http://photon:2322/',
    }, url)
    const [hit] = await choosePlaces(variables).autocomplete('Städtle')
    assertEquals(hit?.place_id.startsWith('photon:'), true)
    assertEquals(heard.map(({ path }) => path), [
      '/search/searchbox/v1/suggest',
      '/search/searchbox/v1/suggest',
      '/api',
    ])
  }))

Deno.test('the daily cap is enforced, and the next provider is used', () =>
  withServer([straightRoads(1.2)], async ({ url, heard }) => {
    const variables = deps({ ROUTES_PROVIDER: 'mapbox,embedded', MAPBOX_TOKEN: 'pk.1', MAPBOX_DAILY_CAP: '2' }, url)
    const routes = chooseRoutes(variables)
    const lengths = []
    // The route A to B occurs twice, but is requested from the provider only once.
    for (const points of [[A, B], [A, B], [B, A], [A, B, A]]) lengths.push((await routes.route(points))?.distance_in_km)
    assertEquals([lengths, heard.length], [[0.908, 0.908, 0.908, 1.513], 2])
    assertEquals(variables.lines.some((line) => line.includes('"kind":"spent"')), true)
  }))

Deno.test('a billing provider has a default cap, and the log says so', () => {
  const lists = {
    PLACES_PROVIDER: 'mapbox,photon',
    ROUTES_PROVIDER: 'google,osrm',
    MAPBOX_TOKEN: 'pk.1',
    GOOGLE_MAPS_KEY: 'k',
  }
  const servers = { PHOTON_URL: 'http://photon:2322', OSRM_URL: 'http://osrm:5000' }
  const variables = deps({ ...lists, ...servers, GOOGLE_DAILY_CAP: '20000' })
  choosePlaces(variables)
  chooseRoutes(variables)
  assertEquals(variables.lines.map((line) => JSON.parse(line) as unknown), [
    { event: 'provider_default_cap', provider: 'mapbox', daily_cap: 10_000 },
  ])
})

Deno.test('the default cap is enforced', () =>
  withServer([straightTable()], async ({ url, heard }) => {
    const variables = deps({ ROUTES_PROVIDER: 'mapbox', MAPBOX_TOKEN: 'pk.1' }, url)
    const routes = chooseRoutes(variables)
    const square = (lat: number) => {
      const line = Array.from({ length: 25 }, (_, i) => ({ lat, lng: 9.5 + i / 10_000 }))
      return routes.matrix(line, line)
    }
    for (let i = 0; i < 16; i++) await square(47 + i / 1000)
    await assertRejects(() => square(48), Error, 'does not answer')
    assertEquals(heard.length, 16)
  }))

Deno.test('the pairs of a matrix are counted, because they are billed', () =>
  withServer([straightTable()], async ({ url, heard }) => {
    const variables = deps({ ROUTES_PROVIDER: 'mapbox,embedded', MAPBOX_TOKEN: 'pk.1', MAPBOX_DAILY_CAP: '10' }, url)
    const routes = chooseRoutes(variables)
    const line = [A, B, { lat: 47.14, lng: 9.525 }]
    await routes.matrix(line, line)
    assertEquals(heard.length, 1)
    await routes.matrix(line, line.slice(1))
    assertEquals(heard.length, 1)
    assertEquals(variables.lines.some((line) => line.includes('"kind":"spent"')), true)
  }))

// A key with a character that URLs encode.
const KEY = 'sk.secret+key/of=tests'
const echo: Answer = ({ url, headers }) => {
  const body = { message: `${url} ${JSON.stringify([...headers])}`, suggestions: [], error: { message: url } }
  return Response.json(body, { status: 403, headers: { 'x-rate-limit-limit': KEY, 'retry-after': KEY } })
}
const failures: [string, Answer][] = [
  ['echoing 403', echo],
  ...[400, 401, 404, 422, 429, 500, 503].map((
    status,
  ): [string, Answer] => [`${status}`, json({ message: KEY }, status)]),
  ['garbage', text(`{"${KEY}`, 'application/json')],
  ['another type', text(KEY, 'text/html')],
  ['another shape', json({ code: KEY, suggestions: KEY, features: KEY, routes: KEY, error: KEY })],
  ['redirect', () => new Response(null, { status: 307, headers: { location: `http://elsewhere/?${KEY}` } })],
]

/** Everything that a page or an operator sees when a provider fails. */
async function seen(url: string): Promise<string> {
  const values = {
    PLACES_PROVIDER: 'mapbox,google',
    ROUTES_PROVIDER: 'mapbox,google',
    MAPBOX_TOKEN: KEY,
    GOOGLE_MAPS_KEY: `${KEY}2`,
    PROVIDER_TIMEOUT_MS: '200',
    PROVIDER_BUDGET_MS: '1500',
  }
  const { lines, ...rest } = deps(values, url)
  const [places, routes] = [choosePlaces(rest), chooseRoutes(rest)]
  const handler = createHandler('maps', {
    autocomplete: () => places.autocomplete('x'),
    coordinates: () => places.coordinates('mapbox:x'),
    google: () => places.coordinates('google:x'),
    reverse: () => places.reverse(A),
    route: () => routes.route([A, B]),
    matrix: () => routes.matrix([A], [B]),
  })
  const console = globalThis.console
  const errors: string[] = []
  globalThis.console = { ...console, error: (...parts: unknown[]) => void errors.push(parts.map(String).join(' ')) }
  try {
    const paths = ['autocomplete', 'coordinates', 'google', 'reverse', 'route', 'matrix']
    const answers = await Promise.all(paths.map((path) => read(handler(post(`maps/${path}`, {})))))
    globalThis.dispatchEvent(new Event('beforeunload'))
    return JSON.stringify({ answers, lines, errors })
  } finally {
    globalThis.console = console
  }
}

function assertNoKey(text: string, about: string): void {
  for (const form of [KEY, encodeURIComponent(KEY), 'secret']) assertEquals(text.includes(form), false, about)
}

Deno.test('no response or log contains a key, whatever fails', async () => {
  for (const [about, answer] of failures) {
    await withServer([answer], async ({ url, heard }) => {
      const text = await seen(url)
      assertEquals([heard.length > 0, text.includes('provider_')], [true, true], about)
      assertNoKey(text, about)
    })
  }
  for (const manner of ['silent', 'reset', 'half'] as const) {
    const server = startRude(manner)
    try {
      assertNoKey(await seen(server.url), manner)
    } finally {
      await server.stop()
    }
  }
  const gone = startRude('silent')
  await gone.stop()
  assertNoKey(await seen(gone.url), 'nobody there')
})
