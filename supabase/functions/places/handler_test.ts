import { assertEquals } from '@std/assert'
import { HttpError } from '../_shared/kernel/errors.ts'
import { PlaceIndex } from '../_shared/region/places/place-index.ts'
import { idOnStreet } from '../_shared/region/places/id.ts'
import { chainPlaces } from '../_shared/region/providers/chain.ts'
import { embeddedPlaces } from '../_shared/region/providers/embedded.ts'
import { namePoints } from '../_shared/region/providers/point-names.ts'
import { callBy, post, read, signedInAs } from '../_shared/kernel/testing/doubles.ts'
import { A, tinyPlaces } from '../_shared/region/testing/tiny-region.ts'
import { placesContract } from './contract.ts'
import { createPlacesHandler } from './handler.ts'

const index = new PlaceIndex(tinyPlaces())
const places = chainPlaces([embeddedPlaces({
  places: () => Promise.resolve(index),
  router: () => Promise.reject(new Error('unused')),
})], { budgetMs: 1000, log: () => {} })
const settings = () => Promise.resolve({ country: null, useDistanceMatrix: false, timeZone: null })
const nameOf = namePoints(places)
const regionCountry = () => Promise.resolve('LI')
const handler = createPlacesHandler({
  places,
  settings,
  authenticate: signedInAs('visitor'),
  takeLimit: () => {},
  nameOf,
  regionCountry,
})
const call = callBy('places', placesContract, handler)

// Spec 7.1
Deno.test('a visitor gets suggestions of places', async () => {
  const { status, body } = await call('autocomplete', { searchKeyword: 'Städtle 4' })
  assertEquals(status, 200)
  const [hit] = body['searchResults'] as unknown[]
  assertEquals(hit, {
    place_id: idOnStreet('street', '4'),
    description: 'Städtle 4, 9490 Vaduz',
    main_text: 'Städtle 4',
    secondary_text: '9490 Vaduz',
    kind: 'address',
    lat: 47.14,
    lng: 9.53,
  })
})

// Spec 7.2
Deno.test('a place’s coordinates are returned', async () => {
  assertEquals(await call('coordinates', { place_id: 'town' }), {
    status: 200,
    body: { coords: A },
  })
  const unknown = await call('coordinates', { place_id: 'gone' })
  assertEquals([unknown.status, unknown.body['code']], [404, 'place_to_coords_error'])
})

Deno.test('a place of any provider includes its local name if that differs', async () => {
  const found = { lat: 47.14, lng: 9.53, address: 'شارع 4' }
  const abroad = callBy(
    'places',
    placesContract,
    createPlacesHandler({
      places: { ...places, coordinates: () => Promise.resolve(found) },
      settings,
      authenticate: signedInAs('visitor'),
      takeLimit: () => {},
      nameOf,
      regionCountry,
    }),
  )
  const coords = { lat: 47.14, lng: 9.53 }
  const asked = { place_id: 'photon:47.14,9.53' }
  const local = 'Städtle 4, 9490 Vaduz'
  assertEquals((await abroad('coordinates', { ...asked, language: 'ar' })).body, {
    coords,
    address: found.address,
    local,
  })
  assertEquals((await abroad('coordinates', asked)).body, { coords, address: found.address })
  found.address = local
  assertEquals((await abroad('coordinates', { ...asked, language: 'de' })).body, { coords, address: local })
})

// Spec 7.3
Deno.test('a point is named', async () => {
  const named = await call('reverse', { latlng: '47.14,9.53' })
  assertEquals(named, { status: 200, body: { address: 'Städtle 4, 9490 Vaduz' } })
  const outside = await call('reverse', { latlng: '52.5,13.4' })
  assertEquals([outside.status, outside.body['code']], [404, 'place_to_coords_error'])
})

Deno.test("a point's name includes the local one if it differs from the reader's language", async () => {
  const arabic = { ...places, reverse: () => Promise.resolve('شارع 4') }
  const named = callBy(
    'places',
    placesContract,
    createPlacesHandler({
      places: arabic,
      settings,
      authenticate: signedInAs('visitor'),
      takeLimit: () => {},
      nameOf,
      regionCountry,
    }),
  )
  const latlng = '47.14,9.53'
  const local = 'Städtle 4, 9490 Vaduz'
  assertEquals((await named('reverse', { latlng, language: 'ar' })).body, { address: 'شارع 4', local })
  assertEquals((await named('reverse', { latlng })).body, { address: 'شارع 4' })
  assertEquals((await call('reverse', { latlng, language: 'en' })).body, { address: local })
})

Deno.test('invalid requests are refused', async () => {
  const cases: [string, unknown][] = [
    ['autocomplete', {}],
    ['autocomplete', { searchKeyword: 'x', near: 'here' }],
    ['autocomplete', { searchKeyword: 'x', session: 'mine' }],
    ['autocomplete', { searchKeyword: 'x', language: 'de, en' }],
    ['coordinates', { place_id: 5 }],
    ['coordinates', { place_id: 'town', session: 7 }],
    ['reverse', { latlng: '47.14,9.53', language: 'x'.repeat(36) }],
    ['reverse', { latlng: 'here' }],
  ]
  for (const [path, payload] of cases) {
    const { status, body } = await call(path, payload)
    assertEquals([status, body['code']], [400, 'invalid_request'], path)
  }
})

// Spec 7.12
Deno.test('unknown callers are refused first, and excessive requests as well', async () => {
  const refusing = (status: number, code: string) => () => {
    throw new HttpError(status, code, 'no')
  }
  const stranger = createPlacesHandler({
    places,
    settings,
    authenticate: () => Promise.reject(new HttpError(401, 'invalid_api_key', 'no')),
    takeLimit: () => {},
    nameOf,
    regionCountry,
  })
  const busy = createPlacesHandler({
    places,
    settings,
    authenticate: signedInAs('rider'),
    takeLimit: refusing(429, 'too_many_requests'),
    nameOf,
    regionCountry,
  })
  assertEquals((await read(stranger(post('places/autocomplete', { searchKeyword: 'x' })))).status, 401)
  assertEquals((await read(busy(post('places/autocomplete', { searchKeyword: 'x' })))).status, 429)
})

Deno.test('a search that finds nothing because the map is in another country says so', async () => {
  const inLiechtenstein = new PlaceIndex({ ...tinyPlaces(), country: 'LI' })
  const own = chainPlaces([embeddedPlaces({
    places: () => Promise.resolve(inLiechtenstein),
    router: () => Promise.reject(new Error('unused')),
  })], { budgetMs: 1000, log: () => {} })
  const searchIn = (country: string | null, region: string) =>
    callBy(
      'places',
      placesContract,
      createPlacesHandler({
        places: own,
        settings: () => Promise.resolve({ country, useDistanceMatrix: false, timeZone: null }),
        authenticate: signedInAs('visitor'),
        takeLimit: () => {},
        nameOf,
        regionCountry: () => Promise.resolve(region),
      }),
    )('autocomplete', { searchKeyword: 'Städtle 4' })
  const refused = await searchIn('MT', 'LI')
  assertEquals([refused.status, refused.body['code']], [409, 'map_of_other_country'])
  for (const region of ['MT', '']) {
    assertEquals(await searchIn('MT', region), { status: 200, body: { searchResults: [] } })
  }
  assertEquals((await searchIn(null, 'LI')).status, 200)
  assertEquals((await searchIn('LI', 'MT')).status, 200)
})
