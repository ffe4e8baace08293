// Tests the client against a local server that misbehaves in every way that a real server can.
import { assertEquals } from '@std/assert'
import { createBreaker } from './breaker.ts'
import { type Client, createClient } from './client.ts'
import { ProviderFailure } from './failure.ts'
import { createMeter } from './meter.ts'
import { budget, clientFor } from './testing/clients.ts'
import { type Answer, json, late, startRude, text, withServer } from './testing/server.ts'

const good = json({ fine: true })
const ask = (client: Client, url: string) =>
  client.ask({ operation: 'reverse', url: new URL(url) }, budget(), (json) => json)

/** The result of a call, or the kind of its failure. */
async function outcome(run: Promise<unknown>): Promise<unknown> {
  try {
    return await run
  } catch (error) {
    if (error instanceof ProviderFailure) return error.kind
    throw error
  }
}

/** Makes one call to a server with these responses; returns the outcome and the number of requests that the server got. */
async function tried(answers: Answer[], options: Parameters<typeof clientFor>[0] = {}): Promise<[unknown, number]> {
  let found: [unknown, number] = [null, 0]
  await withServer(answers, async (server) => {
    found = [await outcome(ask(clientFor(options), server.url)), server.heard.length]
  })
  return found
}

Deno.test('a temporary failure is retried once', async () => {
  for (const status of [429, 500, 502, 503]) {
    assertEquals(await tried([json({}, status), good]), [{ fine: true }, 2], `${status}`)
  }
  assertEquals(await tried([json({}, 500), json({}, 503), good]), ['server', 2])
  assertEquals(await tried([json({}, 429), json({}, 429), good]), ['throttled', 2])
})

Deno.test('a permanent failure is not retried', async () => {
  const cases: [Answer, string][] = [
    [json({}, 400), 'refused'],
    [json({}, 404), 'refused'],
    [json({}, 422), 'refused'],
    [json({}, 401), 'denied'],
    [json({}, 403), 'denied'],
    [text('{"fine": tr', 'application/json'), 'garbage'],
    [text('', 'application/json'), 'garbage'],
    [text('<html>Welcome to the hotel</html>', 'text/html'), 'garbage'],
    [text('{"fine":true}', 'text/plain'), 'garbage'],
    [json({}, 201), 'garbage'],
  ]
  for (const [answer, kind] of cases) assertEquals(await tried([answer, good]), [kind, 1], kind)
})

Deno.test('several content types are accepted as JSON', async () => {
  for (const type of ['application/geo+json', 'application/vnd.geo+json; charset=utf-8', 'Application/JSON']) {
    assertEquals(await tried([text('{"fine":true}', type)]), [{ fine: true }, 1], type)
  }
})

Deno.test('a pause requested by the server is kept if there is time', async () => {
  assertEquals(await tried([json({}, 429, { 'retry-after': '0' }), good]), [{ fine: true }, 2])
  assertEquals(await tried([json({}, 503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }), good]), [
    { fine: true },
    2,
  ])
  const begunAt = Date.now()
  assertEquals(await tried([json({}, 429, { 'retry-after': '1' }), good]), [{ fine: true }, 2])
  assertEquals(Date.now() - begunAt >= 1000, true)
  assertEquals(await tried([json({}, 429, { 'retry-after': '60' }), good]), ['throttled', 1])
})

Deno.test('a long pause requested by the server applies to all requests', () =>
  withServer([json({}, 429, { 'retry-after': '60' }), good], async (server) => {
    const client = clientFor()
    assertEquals(await outcome(ask(client, server.url)), 'throttled')
    assertEquals(await outcome(ask(client, server.url)), 'resting')
    assertEquals(server.heard.length, 1)
  }))

Deno.test('redirects are not followed, so a key goes nowhere else', async () => {
  const loop: Answer = ({ url }) => new Response(null, { status: 302, headers: { location: url } })
  assertEquals(await tried([loop]), ['garbage', 1])
})

Deno.test('a server that sends nothing, half a response, or hangs up fails the request', async () => {
  for (const [manner, kind] of [['silent', 'timeout'], ['half', 'timeout'], ['reset', 'network']] as const) {
    const server = startRude(manner)
    try {
      assertEquals(await outcome(ask(clientFor({ timeoutMs: 150 }), server.url)), kind, manner)
      // At least two connections, because Deno's own fetch also retries a connection that broke before any response.
      assertEquals(manner === 'reset' ? server.connections() >= 2 : server.connections() === 2, true, manner)
    } finally {
      await server.stop()
    }
  }
})

Deno.test('an unreachable server is tried twice', async () => {
  const server = startRude('silent')
  await server.stop()
  assertEquals(await outcome(ask(clientFor(), server.url)), 'network')
})

Deno.test('an endless response is cut off', async () => {
  const server = startRude('endless')
  try {
    assertEquals(await outcome(ask(clientFor({ maxBytes: 1_000_000 }), server.url)), 'oversize')
  } finally {
    await server.stop()
  }
  assertEquals(await tried([json('x'.repeat(2000))], { maxBytes: 1000 }), ['oversize', 1])
})

Deno.test(
  'a host that functions must not reach is reported as such',
  { permissions: { net: ['127.0.0.1:1'] } },
  async () => {
    const said = await ask(clientFor(), 'http://127.0.0.1:29999/').catch((error: ProviderFailure) => error)
    assertEquals(said instanceof ProviderFailure && [said.kind, said.message], [
      'denied',
      'host not permitted',
    ])
  },
)

Deno.test('an error does not contain the address, which may include a key', async () => {
  const gone = startRude('silent')
  await gone.stop()
  const silent = startRude('silent')
  try {
    for (const url of [gone.url, silent.url]) {
      const said = await ask(clientFor({ timeoutMs: 100 }), `${url}/path?access_token=sk.1`).catch(String)
      assertEquals(/sk\.1|path|127\.0/.test(String(said)), false, String(said))
    }
  } finally {
    await silent.stop()
  }
})

Deno.test('a response after the time limit is ignored', () => {
  return withServer([late(400, { fine: true })], async (server) => {
    const short = { endsAt: Date.now() + 200 }
    assertEquals(
      await outcome(clientFor().ask({ operation: 'reverse', url: new URL(server.url) }, short, (json) => json)),
      'timeout',
    )
  })
})

Deno.test('a timeout with little remaining budget does not count against the provider', async () => {
  const server = startRude('silent')
  try {
    const client = clientFor({ timeoutMs: 300, breaker: { failures: 1, windowMs: 10_000, restMs: 10_000 } })
    const asked = (ms: number) =>
      outcome(client.ask({ operation: 'reverse', url: new URL(server.url) }, { endsAt: Date.now() + ms }, (it) => it))
    assertEquals([await asked(150), await asked(390), await asked(390)], ['timeout', 'timeout', 'resting'])
  } finally {
    await server.stop()
  }
})

Deno.test('both attempts together take at most the time budget', async () => {
  const server = startRude('silent')
  try {
    const client = clientFor()
    const short = { endsAt: Date.now() + 200 }
    assertEquals(
      await outcome(client.ask({ operation: 'reverse', url: new URL(server.url) }, short, (json) => json)),
      'timeout',
    )
    assertEquals(server.connections(), 1)
    assertEquals(
      await outcome(client.ask({ operation: 'reverse', url: new URL(server.url) }, short, (json) => json)),
      'timeout',
    )
    assertEquals(server.connections(), 1)
  } finally {
    await server.stop()
  }
})

Deno.test('an unexpected response fails the provider, not the function', () =>
  withServer([json(null)], async (server) => {
    const read = (json: unknown) => (json as { a: { b: string } }).a.b
    assertEquals(
      await outcome(clientFor().ask({ operation: 'reverse', url: new URL(server.url) }, budget(), read)),
      'garbage',
    )
  }))

Deno.test('after failures the provider is paused, then one probe request tries it', async () => {
  const clock = { now: 0 }
  const breaker = createBreaker({ failures: 4, windowMs: 1000, restMs: 1000 }, { now: () => clock.now })
  const client = createClient({
    breakerOf: () => breaker,
    meter: createMeter({ name: 'x', log: () => {} }),
    timeoutMs: 5000,
  })
  await withServer([json({}, 500)], async (server) => {
    assertEquals(await outcome(ask(client, server.url)), 'server')
    assertEquals(await outcome(ask(client, server.url)), 'server')
    assertEquals([await outcome(ask(client, server.url)), server.heard.length], ['resting', 4])
    clock.now = 1000
    // Of two calls at once only one is sent, as the probe, and it has no second attempt.
    const both = await Promise.all([outcome(ask(client, server.url)), outcome(ask(client, server.url))])
    assertEquals([both, server.heard.length], [['server', 'resting'], 5])
    clock.now = 2000
    server.answers.splice(0, 1, good)
    assertEquals(await outcome(ask(client, server.url)), { fine: true })
    assertEquals(breaker.state(), 'closed')
  })
})

Deno.test('invalid requests by clients do not switch a provider off', () =>
  withServer([json({}, 422)], async (server) => {
    const client = clientFor({ breaker: { failures: 2, windowMs: 10_000, restMs: 10_000 } })
    for (let i = 0; i < 5; i++) assertEquals(await outcome(ask(client, server.url)), 'refused')
    assertEquals(server.heard.length, 5)
  }))
