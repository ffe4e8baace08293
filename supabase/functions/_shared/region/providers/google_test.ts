import { assertEquals, assertRejects } from '@std/assert'
import { ProviderFailure } from '../../http-client/failure.ts'
import { googlePlaces } from './google-places.ts'
import { googleRoutes } from './google-routes.ts'
import { budget, clientFor } from '../../http-client/testing/clients.ts'
import { json, type Server, withServer } from '../../http-client/testing/server.ts'
import { recorded } from './testing/recorded.ts'

const key = 'AIza-test'
const session = '3f2b8c1e-5d0a-4c65-9d7e-0a1b2c3d4e5f'
const vaduz = { lat: 47.14133, lng: 9.52154 }
const schaan = { lat: 47.16512, lng: 9.50867 }
const places = ({ url }: Server) => googlePlaces(clientFor(), { key, places: url, geocode: url })
const routes = ({ url }: Server) => googleRoutes(clientFor(), { key, preference: 'TRAFFIC_AWARE', url })
const latLng = ({ lat, lng }: typeof vaduz) => ({ location: { latLng: { latitude: lat, longitude: lng } } })

Deno.test('Google is asked for suggestions within a session, near a point, in a country and a language', () =>
  withServer([recorded('google-autocomplete.json')], async (server) => {
    const options = { session, near: vaduz, country: 'LI', language: 'de' }
    const hits = await places(server).autocomplete?.('Städtle 4', options, budget())
    assertEquals(hits?.map(({ main_text, kind }) => [main_text, kind]), [
      ['Städtle 4', 'address'],
      ['Bahnhof Schaan-Vaduz', 'train_station'],
      ['Vaduz', 'locality'],
    ])
    assertEquals(hits?.[0]?.place_id, 'ChIJaddress4')
    const [asked] = server.heard
    assertEquals([asked?.method, asked?.path], ['POST', '/v1/places:autocomplete'])
    assertEquals(asked?.headers.get('x-goog-api-key'), key)
    assertEquals(asked?.headers.get('x-goog-fieldmask')?.split(',')[0], 'suggestions.placePrediction.placeId')
    assertEquals(asked?.json, {
      input: 'Städtle 4',
      sessionToken: session,
      languageCode: 'de',
      includedRegionCodes: ['li'],
      locationBias: { circle: { center: { latitude: vaduz.lat, longitude: vaduz.lng }, radius: 30_000 } },
    })
  }))

Deno.test('an empty result of Google is handled', () =>
  withServer([json({})], async (server) => {
    assertEquals(await places(server).autocomplete?.('Xqzzvw', {}, budget()), [])
    assertEquals(await places(server).reverse?.(vaduz, {}, budget()), null)
    assertEquals(await routes(server).route([vaduz, schaan], {}, budget()), null)
  }))

Deno.test('Google is asked for the chosen place in the same session', () =>
  withServer([recorded('google-details.json')], async (server) => {
    const found = await places(server).coordinates?.('ChIJaddress4', { session }, budget())
    assertEquals(found, { lat: 47.141331, lng: 9.521541 })
    const [asked] = server.heard
    assertEquals([asked?.path, asked?.query.get('sessionToken')], ['/v1/places/ChIJaddress4', session])
    assertEquals(asked?.headers.get('x-goog-fieldmask'), 'location')
  }))

Deno.test('Google’s unknown id is distinguished from an invalid key', async () => {
  const unknown = { error: { code: 400, message: 'Not a valid Place ID', status: 'INVALID_ARGUMENT' } }
  await withServer([json(unknown, 400), json(unknown, 404), recorded('google-bad-key.json', 400)], async (server) => {
    const locate = async () => await places(server).coordinates?.('x', {}, budget())
    assertEquals(await locate(), null)
    assertEquals(await locate(), null)
    await assertRejects(locate, Error, 'is the key good')
    await assertRejects(async () => await places(server).autocomplete?.('x', {}, budget()), Error, 'is the key good')
    await assertRejects(() => routes(server).route([vaduz, schaan], {}, budget()), Error, 'is the key good')
  })
  const listed = json([{ error: { code: 400, details: [{ reason: 'API_KEY_INVALID' }] } }], 400)
  await withServer([listed, json([{ error: { code: 400 } }], 400)], async (server) => {
    await assertRejects(() => routes(server).matrix([vaduz], [schaan], budget()), Error, 'is the key good')
    await assertRejects(() => routes(server).matrix([vaduz], [schaan], budget()), ProviderFailure, 'status 400')
  })
})

Deno.test('a malformed suggestion of Google is left out, and only malformed ones are a failure', () => {
  const prediction = (placeId: unknown) => ({
    placePrediction: { placeId, text: { text: 'Städtle' }, types: ['route'] },
  })
  const long = 'x'.repeat(402)
  const mixed = { suggestions: [prediction(7), null, prediction('..'), prediction(long)] }
  return withServer([json(mixed), json({ suggestions: [null, {}] })], async (server) => {
    const hits = await places(server).autocomplete?.('x', {}, budget())
    assertEquals(hits?.map(({ place_id }) => place_id), [long])
    await assertRejects(async () => await places(server).autocomplete?.('x', {}, budget()), ProviderFailure)
  })
})

Deno.test('Google names a point by an address, not by a plus code', () =>
  withServer([recorded('google-reverse.json')], async (server) => {
    const name = await places(server).reverse?.(vaduz, { language: 'de' }, budget())
    assertEquals(name, 'Städtle 4, 9490 Vaduz, Liechtenstein')
    const [asked] = server.heard
    assertEquals([asked?.path, asked?.query.get('languageCode')], ['/v4/geocode/location/47.14133,9.52154', 'de'])
  }))

Deno.test('Google’s route with steps and alternatives is read', () =>
  withServer([recorded('google-routes.json')], async (server) => {
    const route = await routes(server).route([vaduz, schaan], { steps: true, alternatives: true }, budget())
    assertEquals([route?.distance_in_km, route?.time_in_secs], [3.137, 317])
    assertEquals(route?.alternatives?.map(({ time_in_secs }) => time_in_secs), [372])
    assertEquals(route?.steps?.map(({ manoeuvre }) => manoeuvre), [
      'depart',
      'slight_right',
      'roundabout',
      'straight',
      'arrive',
    ])
    const [asked] = server.heard
    assertEquals(asked?.json, {
      travelMode: 'DRIVE',
      routingPreference: 'TRAFFIC_AWARE',
      origin: latLng(vaduz),
      destination: latLng(schaan),
      computeAlternativeRoutes: true,
      polylineQuality: 'HIGH_QUALITY',
    })
  }))

Deno.test('Google finds no route from a point far from any road', () =>
  withServer([recorded('google-routes.json')], async (server) => {
    const forest = { lat: vaduz.lat + 0.0095, lng: vaduz.lng + 0.0095 }
    assertEquals(await routes(server).route([forest, schaan], {}, budget()), null)
    assertEquals(
      (await routes(server).route([{ ...vaduz, lat: vaduz.lat + 0.008 }, schaan], {}, budget())) !== null,
      true,
    )
  }))

Deno.test('Google is asked for a route via the stops, with only the used fields', () =>
  withServer([recorded('google-routes.json')], async (server) => {
    await routes(server).route([vaduz, schaan, vaduz], { alternatives: true }, budget())
    const [asked] = server.heard
    assertEquals([asked?.json['intermediates'], asked?.json['computeAlternativeRoutes']], [[latLng(schaan)], false])
    assertEquals(
      asked?.headers.get('x-goog-fieldmask'),
      'routes.duration,routes.distanceMeters,routes.polyline.encodedPolyline',
    )
  }))

Deno.test('Google’s matrix is read in any order, with omitted zeros', () =>
  withServer([recorded('google-matrix.json')], async (server) => {
    assertEquals(await routes(server).matrix([vaduz, schaan], [vaduz, schaan], budget()), [
      [{ distance_in_km: 0, time_in_secs: 0 }, { distance_in_km: 3.137, time_in_secs: 317 }],
      [{ distance_in_km: 3.191, time_in_secs: 321 }, null],
    ])
    assertEquals(server.heard[0]?.json['origins'], [{ waypoint: latLng(vaduz) }, { waypoint: latLng(schaan) }])
  }))

Deno.test('a missing, unknown or failed pair in Google’s matrix is a failure', async () => {
  const exists = { condition: 'ROUTE_EXISTS', duration: '1s' }
  const bad: [unknown, string][] = [
    [[], 'a pair is missing'],
    [[{ ...exists, originIndex: 3 }], 'of no pair'],
    [[{ ...exists, destinationIndex: 0.5 }], 'of no pair'],
    [[{ ...exists, status: { code: 8 } }], 'has an error'],
    [[{ ...exists, duration: 'soon' }], 'a duration is none'],
    [[{ duration: '1s' }], 'no condition'],
    [{ error: {} }, 'no list'],
  ]
  for (const [answer, message] of bad) {
    await withServer([json(answer)], async (server) => {
      await assertRejects(() => routes(server).matrix([vaduz], [schaan], budget()), Error, message)
    })
  }
})
