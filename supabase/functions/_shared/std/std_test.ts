// The npm package of the standard library has no types: these tests compare the declarations beside this file with its code.
import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from '@std/assert'
import { delay } from '@std/async/delay'
import { Lazy } from '@std/async/lazy'
import { pooledMap } from '@std/async/pool'
import { retry, RetryError } from '@std/async/retry'
import { concat } from '@std/bytes/concat'
import { timingSafeEqual } from '@std/crypto/timing-safe-equal'
import { decodeBase64, encodeBase64 } from '@std/encoding/base64'
import { decodeBase64Url, encodeBase64Url } from '@std/encoding/base64url'
import { LimitedBytesTransformStream } from '@std/streams/limited-bytes-transform-stream'
import { toBytes } from '@std/streams/to-bytes'

const bytes = (text: string) => new TextEncoder().encode(text)

Deno.test('every declared function and class of the standard library exists', async () => {
  let modules = 0
  for await (const { name } of Deno.readDir(new URL('.', import.meta.url))) {
    if (!name.endsWith('.d.ts')) continue
    const declared = await Deno.readTextFile(new URL(name, import.meta.url))
    const [, alias = ''] = /^declare module '(@std\/[\w/-]+)'/m.exec(declared) ?? []
    const module = await import(alias) as Record<string, unknown>
    const exports = [...declared.matchAll(/^ {2}export (?:function|class) (\w+)/gm)].map(([, name]) => name ?? '')
    assert(exports.length > 0, name)
    for (const name of exports) assertEquals([alias, name, typeof module[name]], [alias, name, 'function'])
    modules++
  }
  assertEquals(modules, 11)
})

Deno.test('delay waits, and ends early with its signal', async () => {
  const begun = Date.now()
  await delay(20)
  assert(Date.now() - begun >= 15)
  await assertRejects(() => delay(10_000, { signal: AbortSignal.abort(new Error('gone')) }), Error, 'gone')
})

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

Deno.test('retry ends with the first success, an error that is not retriable, or a RetryError', async () => {
  const failing = (failures: number) => {
    let calls = 0
    return () => ++calls > failures ? calls : Promise.reject(new TypeError(`call ${calls}`))
  }
  const quick = { minTimeout: 1, maxTimeout: 2, maxAttempts: 3, multiplier: 1, jitter: 1 }
  assertEquals(await retry(failing(2), quick), 3)
  await assertRejects(() => retry(failing(2), { ...quick, isRetriable: () => false }), TypeError, 'call 1')
  const error = await assertRejects(() => retry(failing(3), quick), RetryError)
  assertEquals(String(error.cause), 'TypeError: call 3')
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

Deno.test('a stream is read whole, up to its limit', async () => {
  const limited = (limit: number, error: boolean) =>
    toBytes(new Blob(['abcd']).stream().pipeThrough(new LimitedBytesTransformStream(limit, { error })))
  assertEquals(await limited(4, true), bytes('abcd'))
  await assertRejects(() => limited(3, true), RangeError)
  assertEquals((await limited(3, false)).length, 0)
})

Deno.test('assertions fail on violations', async () => {
  assertThrows(() => assertEquals<unknown>({ a: 1 }, { a: 1, b: undefined }))
  assertThrows(() => assert(0, 'zero'), Error, 'zero')
  assertThrows(() => assertMatch('abc', /d/))
  assertThrows(() => assertThrows(() => {}))
  await assertRejects(() => assertRejects(() => Promise.resolve()))
  assertEquals(assertThrows(() => JSON.parse('{'), SyntaxError).name, 'SyntaxError')
})
