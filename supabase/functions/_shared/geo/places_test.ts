import { assertEquals } from '../testing/assert.ts'
import { A, B, tinyPlaces } from '../testing/tiny-region.ts'
import { PlaceIndex } from './places.ts'

const index = new PlaceIndex(tinyPlaces())
const first = (keyword: string) => index.autocomplete(keyword)[0]?.place_id

Deno.test('forgives spelling', () => {
  for (const keyword of ['Städtle', 'staedtle', 'stadtle', 'STÄDT', 'städle']) {
    assertEquals(first(keyword), 'street', keyword)
  }
})

Deno.test('puts the exact house number first and falls back on the street', () => {
  assertEquals(first('Städtle 4'), 'house')
  assertEquals(first('Städtle 43, Vaduz'), 'house-long')
  assertEquals(first('Städtle 99'), 'street')
})

Deno.test('knows what people call a kind of place', () => {
  assertEquals(first('Bahnhof Schaan-Vaduz'), 'halt')
  assertEquals(first('train station'), 'halt')
})

Deno.test('answers nothing to nothing', () => {
  assertEquals(index.autocomplete(''), [])
  assertEquals(index.autocomplete('v'), [])
  assertEquals(index.autocomplete('xqzzvw'), [])
})

Deno.test('finds a place by id and a name by point', () => {
  assertEquals(index.coordinates('house'), B)
  assertEquals(index.coordinates('nothing'), null)
  assertEquals(index.reverse(B)?.description, 'Städtle 4, 9490 Vaduz')
  assertEquals(index.reverse({ ...A, lat: A.lat - 0.01 })?.description, 'Vaduz, Tinyland')
  assertEquals(index.reverse({ lat: 52.5, lng: 13.4 }), null)
})
