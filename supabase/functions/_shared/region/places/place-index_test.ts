import { assertEquals, assertThrows } from '@std/assert'
import { A, B, C, tinyPlaces } from '../testing/tiny-region.ts'
import { PlaceIndex } from './place-index.ts'
import { indexWords } from './words.ts'

const index = new PlaceIndex(tinyPlaces())
const first = (keyword: string) => index.autocomplete(keyword)[0]?.main_text

Deno.test('the place search tolerates misspellings', () => {
  for (const keyword of ['Städtle', 'staedtle', 'stadtle', 'STÄDT', 'städle', 'Stdätle']) {
    assertEquals(first(keyword), 'Städtle', keyword)
  }
})

Deno.test('the place search puts the exact house number first and falls back to the street', () => {
  assertEquals(first('Städtle 4'), 'Städtle 4')
  assertEquals(first('Städtle 43, Vaduz'), 'Städtle 43')
  assertEquals(first('Städtle 99'), 'Städtle')
})

Deno.test('the place search knows common words for a kind of place', () => {
  assertEquals(first('Bahnhof Schaan-Vaduz'), 'Schaan-Vaduz')
  assertEquals(first('train station'), 'Schaan-Vaduz')
  assertEquals(first('محطة'), 'Schaan-Vaduz')
})

Deno.test('the place search returns nothing for an empty text', () => {
  for (const keyword of ['', 'v', 'xqzzvw', '12', '///', ' , ']) assertEquals(index.autocomplete(keyword), [], keyword)
})

Deno.test('the place index finds a place by id and a name by point', () => {
  const [house] = index.autocomplete('Städtle 4')
  assertEquals(index.coordinates(house?.place_id ?? ''), B)
  assertEquals(index.coordinates('street'), A)
  for (const id of ['nothing', '', 'street012345678', 'streetstreetstreet', '\0']) {
    assertEquals(index.coordinates(id), null, id)
  }
  assertEquals(index.reverse(B)?.description, 'Städtle 4, 9490 Vaduz')
  assertEquals(index.reverse(C)?.main_text, 'Städtle 43')
  assertEquals(index.reverse({ ...A, lat: A.lat - 0.01 })?.description, 'Vaduz, Tinyland')
  assertEquals(index.reverse({ lat: 52.5, lng: 13.4 }), null)
})

Deno.test('the place search handles any input', () => {
  const hostile = [
    'x'.repeat(10_000),
    'städtle '.repeat(2_000),
    '1'.repeat(10_000),
    '1 2 3 4 5 6 7 8 9 10 11 12 13 14',
    'a / b / c / d / e',
    '/'.repeat(10_000),
    '\0\x01\x02\x1b[31m',
    'Städtle\0 4',
    '(.*)+$ [a-z]{1,9999} \\',
    '🚕🏙️👩‍👩‍👧‍👦',
    `a${'\u0301'.repeat(5_000)}`,
    '\ud800\udfff\ud83d',
    '__proto__ constructor toString',
    '‮‏ ‎',
    'ß'.repeat(300),
    'İıŞşÇç',
  ]
  for (const keyword of hostile) {
    const hits = index.autocomplete(keyword)
    assertEquals(hits.length <= 8, true, keyword.slice(0, 20))
  }
  assertEquals(first('städtle '.repeat(2_000)), 'Städtle')
})

Deno.test('the stored word index is loaded, and rebuilt if another MiniSearch version wrote it', () => {
  const file = tinyPlaces()
  const indexed = indexWords(file)
  for (const index of [indexed, { ...indexed, serializationVersion: 1, index: [] }]) {
    const loaded = new PlaceIndex({ ...file, index: structuredClone(index) })
    assertEquals(loaded.autocomplete('stdätle 4')[0]?.main_text, 'Städtle 4')
  }
})

Deno.test('a place index of another version is refused', () => {
  assertThrows(() => new PlaceIndex({ ...tinyPlaces(), version: 1 as 2 }), Error, 'import the region again')
})
