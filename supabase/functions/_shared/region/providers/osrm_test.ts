import { assertEquals, assertRejects } from '@std/assert'
import { osrmRoutes } from './osrm.ts'
import { budget, clientFor } from '../../http-client/testing/clients.ts'
import { type Answer, json, type Server, withServer } from '../../http-client/testing/server.ts'
import { recorded } from './testing/recorded.ts'

const vaduz = { lat: 47.14133, lng: 9.52154 }
const schaan = { lat: 47.16512, lng: 9.50867 }
const routes = ({ url }: Server) => osrmRoutes(clientFor(), { url: `${url}/osrm` })

Deno.test('OSRM’s route with steps and alternatives is read', () =>
  withServer([recorded('osrm-route.json')], async (server) => {
    const route = await routes(server).route([vaduz, schaan], { steps: true, alternatives: true }, budget())
    assertEquals([route?.distance_in_km, route?.time_in_secs, route?.alternatives?.length], [3.137, 317, 1])
    assertEquals(route?.steps?.map(({ manoeuvre }) => manoeuvre), [
      'depart',
      'right',
      'roundabout',
      'straight',
      'arrive',
    ])
    const [asked] = server.heard
    assertEquals(asked?.path, '/osrm/route/v1/driving/9.52154,47.14133;9.50867,47.16512')
    assertEquals(Object.fromEntries(asked?.query ?? []), {
      generate_hints: 'false',
      overview: 'full',
      geometries: 'polyline',
      steps: 'true',
      alternatives: '2',
      radiuses: '1000;1000',
    })
  }))

Deno.test('OSRM is only asked for the wanted parts', () =>
  withServer([recorded('osrm-route.json')], async (server) => {
    const route = await routes(server).route([vaduz, schaan, vaduz], { alternatives: true }, budget())
    assertEquals('steps' in (route ?? {}), false)
    assertEquals([server.heard[0]?.query.get('steps'), server.heard[0]?.query.get('alternatives')], ['false', 'false'])
  }))

Deno.test('OSRM’s "no route" is a valid result', () =>
  withServer([recorded('osrm-no-route.json', 400), json({ code: 'NoSegment' }, 400)], async (server) => {
    assertEquals(await routes(server).route([vaduz, schaan], {}, budget()), null)
    assertEquals(await routes(server).route([vaduz, schaan], {}, budget()), null)
  }))

Deno.test('OSRM’s matrix is read', () =>
  withServer([recorded('osrm-table.json')], async (server) => {
    assertEquals(await routes(server).matrix([vaduz, schaan], [vaduz, schaan], budget()), [
      [{ distance_in_km: 0, time_in_secs: 0 }, { distance_in_km: 3.137, time_in_secs: 317 }],
      [{ distance_in_km: 3.191, time_in_secs: 321 }, null],
    ])
    assertEquals(server.heard[0]?.query.get('annotations'), 'duration,distance')
  }))

const line = (lng: number) => Array.from({ length: 25 }, (_, i) => ({ lat: 47.1, lng: lng + i / 10_000 }))

/** A server that accepts at most this many pairs in a table. */
function tableServer(pairs: number): Answer {
  return ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    const points =
      decodeURIComponent(pathname).split('/').at(-1)?.split(';').map((pair) => pair.split(',').map(Number)) ?? []
    const [starts = [], dests = []] = ['sources', 'destinations'].map((side) =>
      (searchParams.get(side) ?? '').split(';').map((index) => points[Number(index)] ?? [])
    )
    if (starts.length * dests.length > pairs) return Response.json({ code: 'TooBig' }, { status: 400 })
    const table = starts.map(([from = 0]) => dests.map(([to = 0]) => Math.round((to - from) * 1e6)))
    const [sources, destinations] = [starts, dests].map((side) => side.map((location) => ({ location })))
    return Response.json({ code: 'Ok', distances: table, durations: table, sources, destinations })
  }
}

Deno.test('an OSRM server with a small table limit gets the matrix in smaller parts, from the next time on at once', () =>
  withServer([tableServer(36)], async (server) => {
    const osrm = routes(server)
    const [starts, dests] = [line(9.5), line(9.6)]
    const expected = starts.map((from) =>
      dests.map((to) => {
        const apart = Math.round((to.lng - from.lng) * 1e6)
        return { distance_in_km: apart / 1000, time_in_secs: apart }
      })
    )
    assertEquals(await osrm.matrix(starts, dests, budget()), expected)
    const first = server.heard.length
    assertEquals(await osrm.matrix(starts, dests, budget()), expected)
    const second = server.heard.length - first
    assertEquals([second < first, second <= 36], [true, true], `${first}, then ${second}`)
  }))

Deno.test('an OSRM server that refuses any size fails soon', () =>
  withServer([recorded('osrm-too-big.json', 400)], async (server) => {
    await assertRejects(() => routes(server).matrix(line(9.5), line(9.6), budget()), Error, 'too big')
    assertEquals(server.heard.length <= 20, true, `${server.heard.length}`)
  }))

Deno.test('when one part of a matrix fails, the others are aborted', async () => {
  let asked = 0
  let gone = 0
  const headers = { 'content-type': 'application/json' }
  const slow: Answer = () => {
    if (++asked === 3) return Response.json({ code: 'InvalidValue' }, { status: 400 })
    return new Response(new ReadableStream({ cancel: () => void gone++ }), { headers })
  }
  await withServer([recorded('osrm-too-big.json', 400), slow], async (server) => {
    await assertRejects(() => routes(server).matrix(line(9.5), line(9.6), budget()), Error, 'code InvalidValue')
    // Wait at most 2 s, much less than the time limit of the cancelled requests.
    for (let i = 0; i < 400 && gone < asked - 1; i++) await new Promise((resolve) => setTimeout(resolve, 5))
    assertEquals(gone, asked - 1)
    assertEquals(asked <= 5, true)
  })
})

Deno.test('an error code about our request, and an old server without distances, are failures of OSRM', () =>
  withServer([json({ code: 'InvalidOptions' }, 400), json({ code: 'Ok', durations: [[1]] })], async (server) => {
    await assertRejects(() => routes(server).route([vaduz, schaan], {}, budget()), Error, 'code InvalidOptions')
    await assertRejects(() => routes(server).matrix([vaduz], [schaan], budget()), Error, 'a table is no list')
  }))
