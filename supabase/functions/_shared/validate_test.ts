import { assertEquals } from './testing/assert.ts'
import { isStorable, isUuid, parseLatLng, parsePoints, shorten } from './validate.ts'

Deno.test('reads points', () => {
  assertEquals(parseLatLng('47.14,9.52'), { lat: 47.14, lng: 9.52 })
  assertEquals(parseLatLng(' -47 , -9.5 '), { lat: -47, lng: -9.5 })
  for (const bad of ['here', '47.14', '47.14,9.52,1', '91,0', '0,181', '', 5, null, undefined, '4e1,2']) {
    assertEquals(parseLatLng(bad), null)
  }
})

Deno.test('reads lists of points', () => {
  assertEquals(parsePoints('1,2|3,4'), [{ lat: 1, lng: 2 }, { lat: 3, lng: 4 }])
  assertEquals(parsePoints(undefined), [])
  assertEquals(parsePoints(''), [])
  assertEquals(parsePoints('1,2|x'), null)
  assertEquals(parsePoints(['1,2']), null)
})

Deno.test('knows an id', () => {
  assertEquals(isUuid('00000000-0000-7000-8000-000000000001'), true)
  assertEquals(isUuid('1'), false)
})

Deno.test('knows texts that the database cannot keep', () => {
  assertEquals(isStorable({ a: ['Zürich', '🚕', '\\u0000', 1, null] }), true)
  for (const bad of ['a\0', '\ud83d', { a: [{ b: '\ude95' }] }, { 'a\0': 1 }]) assertEquals(isStorable(bad), false)
  assertEquals(isStorable(JSON.parse('['.repeat(30_000) + ']'.repeat(30_000))), true)
})

Deno.test('shortens a text without halving its last character', () => {
  assertEquals(['ab🚕c', 'abc', ''].map((text) => shorten(text, 3)), ['ab', 'abc', ''])
  assertEquals(shorten('ab🚕c', 4), 'ab🚕')
})
