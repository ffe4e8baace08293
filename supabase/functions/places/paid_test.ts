// Tests a provider that bills, from a page's request to the provider's server.
import { assertEquals } from '@std/assert'
import { createMapSettings } from '../_shared/region/settings.ts'
import { choosePlaces } from '../_shared/region/providers/choose.ts'
import { type Answer, json, type Server, withServer } from '../_shared/http-client/testing/server.ts'
import { recorded } from '../_shared/region/providers/testing/recorded.ts'
import { callBy, signedInAs } from '../_shared/kernel/testing/doubles.ts'
import { placesContract } from './contract.ts'
import { createPlacesHandler } from './handler.ts'

const session = '3f2b8c1e-5d0a-4c65-9d7e-0a1b2c3d4e5f'
const row = (restrict_country: boolean): Answer =>
  json([{ country: 'LI', restrict_country, use_distance_matrix: false }])

/** Wires the function as index.ts does, with Mapbox and the database replaced by local servers. */
function callerOf(mapbox: Server, database: Server) {
  const variables: Record<string, string> = { PLACES_PROVIDER: 'mapbox', MAPBOX_TOKEN: 'pk.test' }
  const handler = createPlacesHandler({
    places: choosePlaces({
      get: (name) => variables[name],
      region: { places: () => Promise.reject(new Error('unused')), router: () => Promise.reject(new Error('unused')) },
      fetcher: ((asked: URL, init: RequestInit) =>
        fetch(`${mapbox.url}${asked.pathname}${asked.search}`, init)) as typeof fetch,
      write: () => {},
    }),
    settings: createMapSettings({ supabaseUrl: database.url, secretKey: 'sb_secret_x' }),
    authenticate: signedInAs('visitor'),
    takeLimit: () => {},
    nameOf: () => Promise.resolve(null),
    regionCountry: () => Promise.resolve(''),
  })
  return callBy('places', placesContract, handler)
}

Deno.test('the keystrokes of a search and its final choice are one session, in the page’s language', () => {
  const answers = [recorded('mapbox-suggest.json'), recorded('mapbox-retrieve.json'), recorded('mapbox-forward.json')]
  return withServer(answers, (mapbox) =>
    withServer([row(true)], async (database) => {
      const call = callerOf(mapbox, database)
      const options = { session, language: 'de' }
      const found = await call('autocomplete', { searchKeyword: 'Städtle', near: '47.14,9.52', ...options })
      const [hit] = found.body['searchResults'] as { place_id: string; lat?: number }[]
      assertEquals([hit?.place_id, hit?.lat], ['mapbox:dXJuOm1ieGFkcjoxMjM0', undefined])
      assertEquals(await call('coordinates', { place_id: hit?.place_id, ...options }), {
        status: 200,
        body: { coords: { lat: 47.14135, lng: 9.52156 }, address: 'Städtle 4, 9490 Vaduz, Liechtenstein' },
      })
      const [suggest, retrieve] = mapbox.heard
      assertEquals([suggest?.query.get('session_token'), retrieve?.query.get('session_token')], [session, session])
      assertEquals([suggest?.query.get('language'), retrieve?.query.get('language')], ['de', 'de'])
      assertEquals(suggest?.query.get('proximity'), '9.52,47.14')
    }))
})

for (
  const [name, isOn, country] of [
    // Spec 2.15: restrict_country: on, the provider is asked for places of the country alone
    ['restrict_country: on, the provider is asked for places of the country alone', true, 'li'],
    ['restrict_country: off, for places anywhere', false, null],
  ] as const
) {
  Deno.test(
    name,
    () =>
      withServer([recorded('mapbox-suggest.json')], (mapbox) =>
        withServer([row(isOn)], async (database) => {
          const { status } = await callerOf(mapbox, database)('autocomplete', { searchKeyword: 'Städtle' })
          assertEquals([status, mapbox.heard[0]?.query.get('country')], [200, country])
        })),
  )
}

Deno.test('a point is named in the page’s language', () =>
  withServer([recorded('mapbox-reverse.json')], (mapbox) =>
    withServer([row(true)], async (database) => {
      const { body } = await callerOf(mapbox, database)('reverse', { latlng: '47.14,9.52', language: 'ar' })
      assertEquals(body, { address: 'Städtle 6, 9490 Vaduz, Liechtenstein' })
      assertEquals(mapbox.heard[0]?.query.get('language'), 'ar')
    })))

Deno.test('a provider that does not respond is reported', () =>
  withServer([json({}, 403)], (mapbox) =>
    withServer([row(true)], async (database) => {
      const { status, body } = await callerOf(mapbox, database)('autocomplete', { searchKeyword: 'Städtle' })
      assertEquals([status, body['code']], [503, 'maps_unavailable'])
    })))
