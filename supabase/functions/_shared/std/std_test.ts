// The npm package of the standard library has no types: these tests hold the declarations beside this file to its code. An
// import of a name that the package lacks fails when this file is loaded.
import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from '@std/assert'
import { Lazy } from '@std/async/lazy'
import { pooledMap } from '@std/async/pool'
import { concat } from '@std/bytes/concat'
import { timingSafeEqual } from '@std/crypto/timing-safe-equal'
import { decodeBase64, encodeBase64 } from '@std/encoding/base64'
import { decodeBase64Url, encodeBase64Url } from '@std/encoding/base64url'
import { setTimeout as delay } from 'node:timers/promises'

const bytes = (text: string) => new TextEncoder().encode(text)

Deno.test('a lazy value is computed once for all callers, and again after a failure', async () => {
  let made = 0
  const lazy = new Lazy(() => ++made === 1 ? Promise.reject(new Error('first')) : Promise.resolve(made))
  await assertRejects(() => lazy.get(), Error, 'first')
  assertEquals(await Promise.all([lazy.get(), lazy.get()]), [2, 2])
})

Deno.test('a pool keeps order and runs a few at once', async () => {
  let [current, most] = [0, 0]
  const results: number[] = []
  const double = async (value: number) => {
    most = Math.max(most, ++current)
    await delay(10 - value)
    current--
    return value * 2
  }
  for await (const result of pooledMap(2, [1, 2, 3, 4, 5], double)) results.push(result)
  assertEquals([results, most], [[2, 4, 6, 8, 10], 2])
})

Deno.test('bytes are joined, compared and written as text', () => {
  assertEquals(concat([bytes('ab'), bytes(''), bytes('c')]), bytes('abc'))
  assertEquals([timingSafeEqual(bytes('ab'), bytes('ab')), timingSafeEqual(bytes('ab'), bytes('ac'))], [true, false])
  assertThrows(() => timingSafeEqual(bytes('a'), bytes('ab')), TypeError)
  assertEquals([encodeBase64(Uint8Array.of(251, 255)), encodeBase64Url(Uint8Array.of(251, 255))], ['+/8=', '-_8'])
  assertEquals([decodeBase64('+/8='), decodeBase64Url('-_8')], [Uint8Array.of(251, 255), Uint8Array.of(251, 255)])
  assertThrows(() => decodeBase64('!'))
  assertThrows(() => decodeBase64Url('+/8'), TypeError)
})

Deno.test('assertions fail on violations', async () => {
  assertThrows(() => assertEquals<unknown>({ a: 1 }, { a: 1, b: undefined }))
  assertThrows(() => assert(0, 'zero'), Error, 'zero')
  assertThrows(() => assertMatch('abc', /d/))
  assertThrows(() => assertThrows(() => {}))
  await assertRejects(() => assertRejects(() => Promise.resolve()))
  assertEquals(assertThrows(() => JSON.parse('{'), SyntaxError).name, 'SyntaxError')
})
