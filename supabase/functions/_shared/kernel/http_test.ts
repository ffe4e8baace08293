import { assertEquals } from './testing/assert.ts'
import { HttpError } from './errors.ts'
import { BODY_LIMIT, createHandler } from './http.ts'
import { post, read } from './testing/doubles.ts'

const handler = createHandler('echo', {
  back: ({ body }) => Promise.resolve({ body }),
  refuse: () => Promise.reject(new HttpError(422, 'no_route_found', 'No Route Found', 'Try another')),
  crash: () => Promise.reject(new Error('secret detail')),
})

Deno.test('answers with and without the gateway prefix', async () => {
  for (const path of ['echo/back', 'functions/v1/echo/back', 'echo/back/']) {
    assertEquals(await read(handler(post(path, { a: 1 }))), { status: 200, body: { body: { a: 1 } } })
  }
})

Deno.test('answers OPTIONS with CORS headers', async () => {
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

Deno.test('refuses unknown paths, other methods, bad JSON and large bodies', async () => {
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

Deno.test('refuses a large body that hides its length', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(BODY_LIMIT)),
  })
  const answer = await handler(new Request('http://127.0.0.1/echo/back', { method: 'POST', body }))
  assertEquals(answer.status, 413)
  assertEquals(answer.headers.get('access-control-allow-origin'), '*')
})

Deno.test('passes a refusal on and hides a fault', async () => {
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

Deno.test('refuses texts that the database cannot keep', async () => {
  for (const bad of ['a\0b', '\ud83d']) {
    const answer = await read(handler(post('echo/back', { text: bad })))
    assertEquals([answer.status, answer.body['code']], [400, 'invalid_request'])
  }
})
