import { assertEquals, assertRejects } from '@std/assert'
import { ProviderFailure } from '../../http-client/failure.ts'
import { mapboxPlaces } from './mapbox-places.ts'
import { mapboxRoutes } from './mapbox-routes.ts'
import { budget, clientFor } from '../../http-client/testing/clients.ts'
import { type Answer, json, type Server, withServer } from '../../http-client/testing/server.ts'
import { recorded } from './testing/recorded.ts'

const token = 'pk.test'
const session = '3f2b8c1e-5d0a-4c65-9d7e-0a1b2c3d4e5f'
const vaduz = { lat: 47.14133, lng: 9.52154 }
const schaan = { lat: 47.16512, lng: 9.50867 }
const nothing = json({ type: 'FeatureCollection', features: [] })

const places = ({ url }: Server) => mapboxPlaces(clientFor(), { token, url })
const routes = ({ url }: Server, profile: 'driving' | 'driving-traffic' = 'driving-traffic') =>
  mapboxRoutes(clientFor(), { token, profile, url })

Deno.test('Mapbox is asked for suggestions within a session, near a point, in a country and a language', () =>
  withServer([recorded('mapbox-suggest.json')], async (server) => {
    const options = { session, near: vaduz, country: 'LI', language: 'de' }
    const hits = await places(server).autocomplete?.('Städtle 4', options, budget())
    assertEquals(hits?.map(({ main_text, kind }) => [main_text, kind]), [
      ['Städtle 4', 'address'],
      ['Bahnhof Schaan-Vaduz', 'railway_station'],
      ['Vaduz', 'locality'],
    ])
    assertEquals(hits?.[0], {
      place_id: 'dXJuOm1ieGFkcjoxMjM0',
      description: 'Städtle 4, 9490 Vaduz, Liechtenstein',
      main_text: 'Städtle 4',
      secondary_text: '9490 Vaduz, Liechtenstein',
      kind: 'address',
    })
    const [asked] = server.heard
    assertEquals(asked?.path, '/search/searchbox/v1/suggest')
    const { types: _, ...query } = Object.fromEntries(asked?.query ?? [])
    assertEquals(query, {
      q: 'Städtle 4',
      limit: '8',
      session_token: session,
      language: 'de',
      country: 'li',
      proximity: '9.52154,47.14133',
      access_token: token,
    })
  }))

Deno.test('Mapbox is asked for the chosen place in the same session, and for an address that may be stored', () =>
  withServer([recorded('mapbox-retrieve.json'), recorded('mapbox-forward.json')], async (server) => {
    const found = await places(server).coordinates?.('dXJu/1', { session, language: 'de' }, budget())
    assertEquals(found, { lat: 47.14135, lng: 9.52156, address: 'Städtle 4, 9490 Vaduz, Liechtenstein' })
    const [retrieve, forward] = server.heard
    assertEquals(retrieve?.path, '/search/searchbox/v1/retrieve/dXJu/1')
    assertEquals(retrieve?.query.get('session_token'), session)
    assertEquals(forward?.path, '/search/geocode/v6/forward')
    assertEquals([forward?.query.get('permanent'), forward?.query.get('q')], [
      'true',
      'Städtle 4, 9490 Vaduz, Liechtenstein',
    ])
  }))

Deno.test('a Mapbox place keeps its own point if the address is unknown, or is another one of that name', async () => {
  const far = json({
    features: [{ properties: { full_address: 'Städtle 4', coordinates: { latitude: 46, longitude: 9 } } }],
  })
  for (const other of [nothing, far]) {
    await withServer([recorded('mapbox-retrieve.json'), other, recorded('mapbox-reverse.json')], async (server) => {
      const found = await places(server).coordinates?.('x', {}, budget())
      assertEquals(found?.address, 'Städtle 6, 9490 Vaduz, Liechtenstein')
      assertEquals(server.heard[2]?.query.get('permanent'), 'true')
    })
  }
})

Deno.test('Mapbox finds no place for an expired or malformed id', async () => {
  for (const status of [400, 404]) {
    await withServer([json({ message: 'Not Found' }, status)], async (server) => {
      assertEquals(await places(server).coordinates?.('gone', {}, budget()), null)
    })
  }
})

Deno.test('Mapbox names a point with a storable address', () =>
  withServer([recorded('mapbox-reverse.json'), nothing], async (server) => {
    const name = () => places(server).reverse?.(vaduz, { language: 'de' }, budget())
    assertEquals(await name(), 'Städtle 6, 9490 Vaduz, Liechtenstein')
    assertEquals(await name(), null)
    const [asked] = server.heard
    assertEquals(asked?.path, '/search/geocode/v6/reverse')
    assertEquals([asked?.query.get('longitude'), asked?.query.get('permanent')], ['9.52154', 'true'])
  }))

Deno.test('Mapbox’s route with steps and alternatives is read', () =>
  withServer([recorded('mapbox-directions.json')], async (server) => {
    const route = await routes(server).route([vaduz, schaan], { steps: true, alternatives: true }, budget())
    assertEquals([route?.distance_in_km, route?.time_in_secs], [3.137, 317])
    assertEquals(route?.alternatives?.map(({ distance_in_km }) => distance_in_km), [3.821])
    assertEquals(route?.steps?.map(({ manoeuvre, name, exit }) => [manoeuvre, name, exit]), [
      ['depart', 'Städtle', undefined],
      ['right', 'Herrengasse', undefined],
      ['roundabout', 'Landstrasse', 2],
      ['straight', 'Feldkircher Strasse', undefined],
      ['arrive', 'Feldkircher Strasse', undefined],
    ])
    // The step includes the distance in the roundabout and on the street after it.
    assertEquals(route?.steps?.[2]?.distance_in_km, 2.027)
    const [asked] = server.heard
    assertEquals(asked?.path, '/directions/v5/mapbox/driving-traffic/9.52154,47.14133;9.50867,47.16512')
    assertEquals(Object.fromEntries(asked?.query ?? []), {
      overview: 'full',
      geometries: 'polyline',
      steps: 'true',
      alternatives: 'true',
      radiuses: '1000;1000',
      access_token: token,
    })
  }))

Deno.test('Mapbox is asked for alternatives only between two points', () =>
  withServer([recorded('mapbox-directions.json')], async (server) => {
    await routes(server).route([vaduz, schaan, vaduz], { alternatives: true }, budget())
    assertEquals([server.heard[0]?.query.get('alternatives'), server.heard[0]?.query.get('steps')], ['false', 'false'])
  }))

Deno.test('Mapbox’s "no route" is a valid result', () =>
  withServer([recorded('mapbox-no-route.json'), json({ code: 'NoSegment', message: '' })], async (server) => {
    assertEquals(await routes(server).route([vaduz, schaan], {}, budget()), null)
    assertEquals(await routes(server).route([vaduz, schaan], {}, budget()), null)
  }))

Deno.test('Mapbox’s matrix is read, and a point that it moved too far has no route', async () => {
  await withServer([recorded('mapbox-matrix.json')], async (server) => {
    const rows = await routes(server).matrix([vaduz, schaan], [vaduz, schaan], budget())
    assertEquals(rows, [
      [{ distance_in_km: 0, time_in_secs: 0 }, { distance_in_km: 3.137, time_in_secs: 317 }],
      [{ distance_in_km: 3.191, time_in_secs: 321 }, null],
    ])
    const [asked] = server.heard
    assertEquals(asked?.path, '/directions-matrix/v1/mapbox/driving-traffic/9.52154,47.14133;9.50867,47.16512')
    assertEquals([asked?.query.get('sources'), asked?.query.get('destinations')], ['0;1', '0;1'])
    const moved = await routes(server).matrix([{ lat: 47.3, lng: 9.6 }, schaan], [vaduz, schaan], budget())
    assertEquals(moved[0], [null, null])
  })
})

/** A server that limits the size of a matrix; each pair's value is the difference of its points' numbers. */
function matrixServer(limit: number): Answer {
  return (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const points =
      decodeURIComponent(pathname).split('/').at(-1)?.split(';').map((pair) => pair.split(',').map(Number)) ?? []
    if (points.length > limit) {
      return Response.json({ code: 'InvalidInput', message: 'Too many coordinates' }, { status: 422 })
    }
    const [sources, destinations] = ['sources', 'destinations'].map((name) => {
      return (searchParams.get(name) ?? '').split(';').map((index) => points[Number(index)] ?? [])
    })
    const table = (sources ?? []).map(([from = 0]) =>
      (destinations ?? []).map(([to = 0]) => Math.round(Math.abs(to - from) * 1e6))
    )
    const snapped = (list: number[][] = []) => list.map((location) => ({ location, name: '', distance: 0 }))
    return Response.json({
      code: 'Ok',
      distances: table,
      durations: table,
      sources: snapped(sources),
      destinations: snapped(destinations),
    })
  }
}

Deno.test('a matrix of 25 by 25 is requested from Mapbox in parts of at most 25 points, and merged', () =>
  withServer([matrixServer(25)], async (server) => {
    const starts = Array.from({ length: 25 }, (_, i) => ({ lat: 47.1, lng: 9.5 + i / 10_000 }))
    const dests = Array.from({ length: 25 }, (_, i) => ({ lat: 47.1, lng: 9.6 + i / 10_000 }))
    const rows = await routes(server).matrix(starts, dests, budget())
    assertEquals(
      rows,
      starts.map((from) =>
        dests.map((to) => {
          const apart = Math.round((to.lng - from.lng) * 1e6)
          return { distance_in_km: apart / 1000, time_in_secs: apart }
        })
      ),
    )
    assertEquals(server.heard.length, 5)
    assertEquals(server.heard.every(({ path }) => path.startsWith('/directions-matrix/v1/mapbox/driving/')), true)
    // The same 25 points as starts and as destinations count as 25 points.
    await routes(server).matrix(starts, starts, budget())
    assertEquals(server.heard.length, 6)
  }))

Deno.test('an unknown code, an impossible line and a matrix of another shape are failures of Mapbox', async () => {
  const route = { distance: 1, duration: 1, legs: [] }
  const bad: [Answer, string][] = [
    [json({ code: 'ProfileNotFound' }), 'code ProfileNotFound'],
    [json({ code: '<b>' }), 'no known code'],
    [json({ code: 'Ok', routes: [{ ...route, geometry: '_~gvj~A_~gvj~A' }] }), 'leaves the earth'],
    [json({ code: 'Ok', routes: [{ ...route, geometry: null }] }), 'no polyline'],
    [json({ code: 'Ok', routes: [{ ...route, distance: -1, geometry: 'ab' }] }), 'no amount'],
    [json({ code: 'Ok' }), 'no list'],
  ]
  for (const [answer, message] of bad) {
    await withServer([answer], async (server) => {
      await assertRejects(() => routes(server).route([vaduz, schaan], {}, budget()), Error, message)
      await assertRejects(() => routes(server).matrix([vaduz], [schaan], budget()), ProviderFailure)
    })
  }
})
