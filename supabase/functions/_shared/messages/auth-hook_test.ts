import { assertEquals, assertMatch, assertThrows } from '@std/assert'
import { Buffer } from 'node:buffer'
import * as z from 'zod/mini'
import { createAuthHook, requireSent } from './auth-hook.ts'
import type { Outcome } from './channels/types.ts'
import { readDelivery } from './delivery.ts'
import { languageOf } from './language.ts'
import { hookSecrets, signedRequest } from './testing/hooks.ts'

const anything = z.record(z.string(), z.unknown())
const seen: unknown[] = []
const hook = createAuthHook('test', hookSecrets, anything, (event) => {
  seen.push(event)
  if (event['fails']) throw new Error('the mail server answered 500')
  return Promise.resolve()
})

Deno.test('a signed event is delivered', async () => {
  const response = await hook(signedRequest({ a: 1 }))
  assertEquals(response.status, 200)
  assertEquals(await response.json(), {})
  assertEquals(seen.pop(), { a: 1 })
})

Deno.test('a wrong key, an old request, a changed body and an unsigned one are refused', async () => {
  const changed = signedRequest({ a: 1 })
  const requests = [
    signedRequest({ a: 1 }, { secret: Buffer.from('another key that is long enough, too') }),
    signedRequest({ a: 1 }, { timestamp: Math.floor(Date.now() / 1000) - 301 }),
    signedRequest({ a: 1 }, { timestamp: Math.floor(Date.now() / 1000) + 301 }),
    new Request(changed.url, { method: 'POST', headers: changed.headers, body: '{"a":2}' }),
    new Request(changed.url, { method: 'POST', body: '{}' }),
  ]
  for (const request of requests) {
    const response = await hook(request)
    assertEquals(response.status, 401)
    assertMatch((await response.json()).error.message, /signature/)
  }
  assertEquals(seen.length, 0)
})

Deno.test('either of two keys is valid during a key rotation', async () => {
  const other = `v1,whsec_${Buffer.from('yet another key that is long enough').toString('base64')}`
  const both = createAuthHook('test', `${other}|${hookSecrets}`, anything, () => Promise.resolve())
  assertEquals((await both(signedRequest({}))).status, 200)
  const none = createAuthHook('test', 'v1,whsec_', anything, () => Promise.resolve())
  assertEquals((await none(signedRequest({}))).status, 401)
})

Deno.test('a message that cannot be sent is a failure that hides its cause', async () => {
  const response = await hook(signedRequest({ fails: true }))
  seen.pop()
  assertEquals(response.status, 500)
  assertEquals(await response.json(), { error: { http_code: 500, message: 'The message could not be sent' } })
})

Deno.test('other methods and other bodies are refused', async () => {
  assertEquals((await hook(new Request('http://localhost/hook'))).status, 405)
  assertEquals((await hook(signedRequest([]))).status, 400)
})

Deno.test('the language is the one chosen, else English', () => {
  assertEquals(languageOf({ lang_locale: 'de-AT' }, 'en'), 'de')
  assertEquals(languageOf({ lang: 'ar' }, 'en'), 'ar')
  assertEquals([languageOf({ lang_locale: 'xx' }, 'de-CH'), languageOf({}, 'ar'), languageOf({}, 'fr')], ['de', 'ar', 'en'])
})

Deno.test('a missing variable is named', () => {
  const values: Record<string, string> = { SUPABASE_URL: 'http://api/' }
  assertThrows(() => readDelivery((name) => values[name], 'KEYS'), Error, 'KEYS is not set')
  values['KEYS'] = 'k'
  assertEquals(readDelivery((name) => values[name], 'KEYS'), { secrets: 'k', apiUrl: 'http://api', host: '' })
  values['SITE_URL'] = 'https://taxi.example:8443/'
  assertEquals(readDelivery((name) => values[name], 'KEYS').host, 'taxi.example')
})

Deno.test('the signature covers the sent bytes, not the parsed text', async () => {
  const body = new TextEncoder().encode('\ufeff{"a":1}')
  assertEquals((await hook(signedRequest(body))).status, 200)
  assertEquals(seen.pop(), { a: 1 })
})

Deno.test('an event that is too large is refused before it is read', async () => {
  let pulled = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      pulled++
      controller.enqueue(new Uint8Array(32 * 1024))
    },
  })
  const response = await hook(new Request('http://localhost/hook', { method: 'POST', body }))
  assertEquals([response.status, pulled < 10], [413, true])
})

/** The response of a hook whose message has this outcome. */
async function answerTo(outcome: Outcome): Promise<[number, unknown]> {
  const refusing = createAuthHook('test', hookSecrets, anything, () => {
    requireSent(outcome)
    return Promise.resolve()
  })
  const response = await refusing(signedRequest({}))
  return [response.status, await response.json()]
}

Deno.test('a code that no provider can send now is refused in words that Auth passes on', async () => {
  const reason = 'status 503'
  assertEquals(await answerTo({ state: 'sent', provider: 'twilio', ref: 'SM1' }), [200, {}])
  for (const state of ['retry', 'rate_limited', 'account_refused', 'unknown', 'undeliverable'] as const) {
    assertEquals(await answerTo({ state, reason }), [200, { error: { http_code: 429, message: 'code_not_sent' } }])
  }
  const refused = await answerTo({ state: 'receiver_refused', reason })
  assertEquals(refused, [200, { error: { http_code: 422, message: 'receiver_refused' } }])
})

Deno.test('a delivery that hangs is refused before Auth stops waiting', async () => {
  const hanging = createAuthHook('test', hookSecrets, anything, () => new Promise(() => {}))
  const response = await hanging(signedRequest({}))
  assertEquals(await response.json(), { error: { http_code: 429, message: 'code_not_sent' } })
  assertEquals(response.status, 200)
})

Deno.test('a delivery knows the request by which Auth repeats it, and the time that is left', async () => {
  const calls: [string, number][] = []
  const telling = createAuthHook('test', hookSecrets, anything, (_, { id, left }) => {
    calls.push([id, left()])
    return Promise.resolve()
  })
  const request = signedRequest({})
  await telling(request)
  const [[id, left] = ['', 0]] = calls
  assertEquals(id, request.headers.get('webhook-id'))
  assertEquals(left > 0 && left <= 4500, true)
})
