import { assertEquals } from '@std/assert'
import { isStorable, isUuid, shorten } from './validate.ts'

Deno.test('only a UUID is accepted as an id', () => {
  assertEquals(isUuid('00000000-0000-7000-8000-000000000001'), true)
  assertEquals(isUuid('1'), false)
})

Deno.test('texts that the database cannot store are recognised', () => {
  assertEquals(isStorable({ a: ['Zürich', '🚕', '\\u0000', 1, null] }), true)
  for (const bad of ['a\0', '\ud83d', { a: [{ b: '\ude95' }] }, { 'a\0': 1 }]) assertEquals(isStorable(bad), false)
  assertEquals(isStorable(JSON.parse('['.repeat(30_000) + ']'.repeat(30_000))), true)
})

Deno.test('a text is shortened without splitting its last character', () => {
  assertEquals(['ab🚕c', 'abc', ''].map((text) => shorten(text, 3)), ['ab', 'abc', ''])
  assertEquals(shorten('ab🚕c', 4), 'ab🚕')
})
