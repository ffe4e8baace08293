import { assertEquals, assertRejects } from '../testing/assert.ts'
import { osrmRoutes } from './osrm.ts'
import { budget, clientFor } from './testing/clients.ts'
import { json, recorded, type Server, withServer } from './testing/server.ts'

const vaduz = { lat: 47.14133, lng: 9.52154 }
const schaan = { lat: 47.16512, lng: 9.50867 }
const routes = ({ url }: Server) => osrmRoutes(clientFor(), { url: `${url}/osrm` })

Deno.test('OSRM answers a route with steps and alternatives', () =>
  withServer([recorded('osrm-route.json')], async (server) => {
    const route = await routes(server).route([vaduz, schaan], { steps: true, alternatives: true }, budget())
    assertEquals([route?.distance_in_km, route?.time_in_secs, route?.alternatives?.length], [3.137, 317, 1])
    assertEquals(route?.steps?.map(({ manoeuvre }) => manoeuvre), ['depart', 'right', 'roundabout', 'straight', 'arrive'])
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

Deno.test('OSRM is not asked for what nobody wished', () =>
  withServer([recorded('osrm-route.json')], async (server) => {
    const route = await routes(server).route([vaduz, schaan, vaduz], { alternatives: true }, budget())
    assertEquals('steps' in (route ?? {}), false)
    assertEquals([server.heard[0]?.query.get('steps'), server.heard[0]?.query.get('alternatives')], ['false', 'false'])
  }))

Deno.test('OSRM says that no way leads, which is an answer', () =>
  withServer([recorded('osrm-no-route.json', 400), json({ code: 'NoSegment' }, 400)], async (server) => {
    assertEquals(await routes(server).route([vaduz, schaan], {}, budget()), null)
    assertEquals(await routes(server).route([vaduz, schaan], {}, budget()), null)
  }))

Deno.test('OSRM answers a matrix', () =>
  withServer([recorded('osrm-table.json')], async (server) => {
    assertEquals(await routes(server).matrix([vaduz, schaan], [vaduz, schaan], budget()), [
      [{ distance_in_km: 0, time_in_secs: 0 }, { distance_in_km: 3.137, time_in_secs: 317 }],
      [{ distance_in_km: 3.191, time_in_secs: 321 }, null],
    ])
    assertEquals(server.heard[0]?.query.get('annotations'), 'duration,distance')
  }))

Deno.test('a server with a small table gets the matrix in smaller parts', () => {
  const tooBig = recorded('osrm-too-big.json', 400)
  const cell = json({
    code: 'Ok',
    distances: [[100]],
    durations: [[10]],
    sources: [{ location: [vaduz.lng, vaduz.lat] }],
    destinations: [{ location: [vaduz.lng, vaduz.lat] }],
  })
  return withServer([tooBig, tooBig, tooBig, cell], async (server) => {
    const near = { lat: vaduz.lat + 0.0001, lng: vaduz.lng }
    const one = { distance_in_km: 0.1, time_in_secs: 10 }
    assertEquals(await routes(server).matrix([vaduz, near], [near, vaduz], budget()), [[one, one], [one, one]])
    assertEquals(server.heard.length, 7)
    server.answers.splice(0, server.answers.length, tooBig)
    await assertRejects(() => routes(server).matrix([vaduz], [near], budget()), /too big/)
  })
})

Deno.test('OSRM fails by a code that speaks of us, and by an old server without distances', () =>
  withServer([json({ code: 'InvalidOptions' }, 400), json({ code: 'Ok', durations: [[1]] })], async (server) => {
    await assertRejects(() => routes(server).route([vaduz, schaan], {}, budget()), /code InvalidOptions/)
    await assertRejects(() => routes(server).matrix([vaduz], [schaan], budget()), /a table is no list/)
  }))
