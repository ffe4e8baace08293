// Tests of Photon and Nominatim, two place servers for OpenStreetMap data.
import { assertEquals, assertRejects } from '@std/assert'
import { nominatimPlaces } from './nominatim.ts'
import { photonPlaces } from './photon.ts'
import { budget, clientFor } from '../../http-client/testing/clients.ts'
import { json, type Server, withServer } from '../../http-client/testing/server.ts'
import { recorded } from './testing/recorded.ts'

const vaduz = { lat: 47.14133, lng: 9.52154 }
const userAgent = 'Hackney (desk@example.com)'
const photon = ({ url }: Server) => photonPlaces(clientFor(), { url, userAgent })
const nominatim = ({ url }: Server) => nominatimPlaces(clientFor(), { url, userAgent })

Deno.test('Photon finds addresses, houses with a name, streets and towns', () =>
  withServer([recorded('photon-search.json')], async (server) => {
    const hits = await photon(server).autocomplete?.('Städtle', { near: vaduz, language: 'de' }, budget())
    assertEquals(hits?.map(({ description, kind }) => [description, kind]), [
      ['Städtle 4, 9490 Vaduz', 'address'],
      ['Adler, Herrengasse 12, 9490 Vaduz', 'restaurant'],
      ['Städtle, 9490 Vaduz', 'street'],
      ['Städtli, Schweiz', 'locality'],
    ])
    const [asked] = server.heard
    assertEquals(asked?.path, '/api')
    assertEquals(Object.fromEntries(asked?.query ?? []), { q: 'Städtle', limit: '8', lat: '47.14133', lon: '9.52154' })
    assertEquals([asked?.headers.get('accept-language'), asked?.headers.get('user-agent')], ['de', userAgent])
  }))

Deno.test('Photon’s results are limited to a country, whether or not its server supports that', () =>
  withServer([recorded('photon-search.json')], async (server) => {
    const hits = await photon(server).autocomplete?.('Städtle', { country: 'CH' }, budget())
    assertEquals(hits?.map(({ main_text }) => main_text), ['Städtli'])
    assertEquals(server.heard[0]?.query.get('limit'), '40')
  }))

Deno.test('an id of Photon contains the place', () =>
  withServer([recorded('photon-search.json')], async (server) => {
    const [hit] = await photon(server).autocomplete?.('Städtle', {}, budget()) ?? []
    const at = { lat: 47.1413311, lng: 9.5215406 }
    assertEquals([hit?.lat, hit?.lng], [at.lat, at.lng])
    assertEquals(await photon(server).coordinates?.(hit?.place_id ?? '', {}, budget()), at)
    for (const id of ['', '47', 'N1', '147,9', 'NaN,9']) {
      assertEquals(await photon(server).coordinates?.(id, {}, budget()), null)
    }
  }))

Deno.test('Photon names a point', () =>
  withServer([recorded('photon-reverse.json'), json({ type: 'FeatureCollection', features: [] })], async (server) => {
    assertEquals(await photon(server).reverse?.(vaduz, {}, budget()), 'Städtle 4, 9490 Vaduz')
    assertEquals(await photon(server).reverse?.(vaduz, {}, budget()), null)
  }))

Deno.test('a place with impossible coordinates is a failure of Photon', async () => {
  for (const coordinates of [[9, 147], [null, 47], ['9', '47'], [], null]) {
    const features = [{ geometry: { coordinates }, properties: {} }]
    await withServer([json({ features })], async (server) => {
      await assertRejects(async () => await photon(server).autocomplete?.('x', {}, budget()), Error, 'a geometry is no')
    })
  }
})

Deno.test('Nominatim names a point, and returns nothing if there is none', () =>
  withServer([recorded('nominatim-reverse.json'), json({ error: 'Unable to geocode' })], async (server) => {
    const name = () => nominatim(server).reverse?.(vaduz, { language: 'de' }, budget())
    assertEquals(await name(), 'Städtle 4, 9490 Vaduz')
    assertEquals(await name(), null)
    const [asked] = server.heard
    assertEquals(asked?.headers.get('user-agent'), userAgent)
    assertEquals(Object.fromEntries(asked?.query ?? []), {
      format: 'jsonv2',
      lat: '47.14133',
      lon: '9.52154',
      zoom: '18',
      addressdetails: '1',
      'accept-language': 'de',
    })
  }))

Deno.test('any other error is a failure of Nominatim', () =>
  withServer([json({ error: { code: 500, message: 'Database is down' } })], async (server) => {
    await assertRejects(async () => await nominatim(server).reverse?.(vaduz, {}, budget()), Error, 'answers an error')
  }))
