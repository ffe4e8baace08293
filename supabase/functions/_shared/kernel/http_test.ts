import { assertEquals } from '@std/assert'
import { HttpError } from './errors.ts'
import { BODY_LIMIT } from './body.ts'
import { createHandler } from './http.ts'
import { post, read } from './testing/doubles.ts'

const handler = createHandler('echo', {
  back: ({ body }) => Promise.resolve({ body }),
  refuse: () => Promise.reject(new HttpError(422, 'no_route_found', 'No Route Found', 'Try another')),
  crash: () => Promise.reject(new Error('secret detail')),
  webhook: { answer: ({ bytes }) => Promise.resolve(new Response(bytes)) },
  'word/*': { answer: ({ tail }) => Promise.resolve(new Response(tail)) },
  'word/known': { answer: () => Promise.resolve(new Response('its own')) },
  small: { limit: 10, answer: () => Promise.resolve(new Response('OK')) },
  return: {
    methods: ['GET', 'POST'],
    answer: ({ request }) => Promise.resolve(Response.redirect(new URL('/done', request.url), 303)),
  },
})

Deno.test('paths are handled with and without the gateway prefix', async () => {
  for (const path of ['echo/back', 'functions/v1/echo/back', 'echo/back/']) {
    assertEquals(await read(handler(post(path, { a: 1 }))), { status: 200, body: { body: { a: 1 } } })
  }
})

Deno.test('OPTIONS returns CORS headers', async () => {
  const answer = await handler(
    new Request('http://127.0.0.1/echo/back', {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'apikey, x-new' },
    }),
  )
  assertEquals(answer.status, 204)
  assertEquals(answer.headers.get('access-control-allow-origin'), '*')
  assertEquals(answer.headers.get('access-control-allow-headers'), 'apikey, x-new')
})

Deno.test('unknown paths, other methods, invalid JSON and large bodies are refused', async () => {
  const cases: [Request, number, string][] = [
    [post('echo/nothing', {}), 404, 'not_found'],
    [post('echo', {}), 404, 'not_found'],
    [post('echo/constructor', {}), 404, 'not_found'],
    [new Request('http://127.0.0.1/echo/back'), 405, 'method_not_allowed'],
    [post('echo/back', '{"a":'), 400, 'invalid_request'],
    [post('echo/back', '[]'), 400, 'invalid_request'],
    [post('echo/back', ''), 400, 'invalid_request'],
    [post('echo/back', { long: 'x'.repeat(BODY_LIMIT) }), 413, 'payload_too_large'],
  ]
  for (const [request, status, code] of cases) {
    const answer = await read(handler(request))
    assertEquals([answer.status, answer.body['code']], [status, code])
  }
})

Deno.test('a large body without content-length is refused', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(BODY_LIMIT)),
  })
  const answer = await handler(new Request('http://127.0.0.1/echo/back', { method: 'POST', body }))
  assertEquals(answer.status, 413)
  assertEquals(answer.headers.get('access-control-allow-origin'), '*')
})

Deno.test('a refusal is passed on and an internal error is hidden', async () => {
  assertEquals(await read(handler(post('echo/refuse', {}))), {
    status: 422,
    body: { code: 'no_route_found', message: 'No Route Found', hint: 'Try another' },
  })
  const logged = console.error
  console.error = () => {}
  try {
    const { status, body } = await read(handler(post('echo/crash', {})))
    assertEquals([status, body], [500, { code: 'unknown_error', message: 'Something went wrong' }])
  } finally {
    console.error = logged
  }
})

Deno.test('texts that the database cannot store are refused', async () => {
  for (const bad of ['a\0b', '\ud83d']) {
    const answer = await read(handler(post('echo/back', { text: bad })))
    assertEquals([answer.status, answer.body['code']], [400, 'invalid_request'])
  }
})

Deno.test('a webhook gets its exact body bytes, which signatures need', async () => {
  // Bytes that are no text: a byte order mark, JSON with spaces, half a character. Reading them as text or JSON would change
  // them.
  const sent = Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x20, 0x7d, 0x0a, 0xff, 0x00])
  const answer = await handler(new Request('http://127.0.0.1/echo/webhook', { method: 'POST', body: sent }))
  assertEquals([answer.status, await answer.bytes()], [200, sent])
})

Deno.test('a webhook’s methods and body length are limited', async () => {
  const cases: [string, RequestInit, number][] = [
    ['webhook', { method: 'GET' }, 405],
    ['webhook', { method: 'PUT', body: '1' }, 405],
    ['webhook', { method: 'POST', body: 'x'.repeat(BODY_LIMIT + 1) }, 413],
    ['small', { method: 'POST', body: 'x'.repeat(11) }, 413],
    ['small', { method: 'POST', body: 'x'.repeat(10) }, 200],
    ['return', { method: 'GET' }, 303],
    ['return', { method: 'POST', body: 'a=1' }, 303],
  ]
  for (const [path, init, status] of cases) {
    const answer = await handler(new Request(`http://127.0.0.1/echo/${path}`, init))
    await answer.body?.cancel()
    assertEquals(answer.status, status, `${init.method} ${path}`)
  }
})

Deno.test('the last segment of a path may be a word, and no other text', async () => {
  const heard = async (path: string) => {
    const answer = await handler(post(path, {}))
    return answer.status === 200 ? await answer.text() : answer.status
  }
  assertEquals(await heard('echo/word/a-B_9'), 'a-B_9')
  assertEquals(await heard('functions/v1/echo/word/a/'), 'a')
  assertEquals(await heard('echo/word/known'), 'its own')
  for (const path of ['word', 'word/', 'word/a/b', 'word/*', 'word/%2e%2e', 'word/a%2Fb', `word/${'a'.repeat(201)}`]) {
    assertEquals(await heard(`echo/${path}`), 404, path)
  }
})
