// A server that executes a request and then breaks the connection: a retry would execute it twice.
import { assertEquals } from '@std/assert'
import { fetchOnce } from '../kernel/fetch-once.ts'
import { budget, clientFor } from './testing/clients.ts'
import { executed, json, startRude, withServer } from './testing/server.ts'

const pay = (url: string, more: { isRepeatable?: boolean } = {}) =>
  clientFor().ask({ operation: 'pay', url: new URL(url), body: { amount: 5 }, ...more }, budget(), (answer) => answer)

Deno.test('a POST that was executed before the connection broke is not sent again', async () => {
  assertEquals(await executed((url) => pay(url)), 1)
})

Deno.test('a POST that timed out or returned an error is not sent again', async () => {
  const silent = startRude('silent')
  try {
    const client = clientFor({ timeoutMs: 100 })
    const question = { operation: 'pay', url: new URL(silent.url), body: {} }
    await client.ask(question, budget(), (answer) => answer).catch(() => {})
    assertEquals(silent.connections(), 1)
  } finally {
    await silent.stop()
  }
  await withServer([json({}, 500)], async (server) => {
    await pay(server.url).catch(() => {})
    assertEquals(server.heard.length, 1)
  })
})

Deno.test('a POST that the server rejected unprocessed, or can deduplicate, is sent a second time', async () => {
  await withServer([json({}, 429), json({ paid: true })], async (server) => {
    assertEquals([await pay(server.url), server.heard.length], [{ paid: true }, 2])
  })
  await withServer([json({}, 500), json({ paid: true })], async (server) => {
    assertEquals([await pay(server.url, { isRepeatable: true }), server.heard.length], [{ paid: true }, 2])
  })
})

Deno.test('a POST on a reused connection is not sent again either', async () => {
  const server = startRude('served')
  try {
    const send = () =>
      fetchOnce(server.url, { method: 'POST', body: '{"amount":5}' }).then((reply) => reply.body?.cancel())
    await send()
    await send().catch(() => {})
    assertEquals(server.requests(), 2)
  } finally {
    await server.stop()
  }
})

Deno.test('a form and bytes arrive unchanged', () =>
  withServer([json({})], async (server) => {
    for (const body of [new URLSearchParams({ amount: '5' }), new TextEncoder().encode('amount=5'), 'amount=5']) {
      await (await fetchOnce(server.url, { method: 'POST', body })).body?.cancel()
    }
    assertEquals(server.heard.map(({ text }) => text), ['amount=5', 'amount=5', 'amount=5'])
    assertEquals(server.heard[0]?.headers.get('content-type')?.split(';')[0], 'application/x-www-form-urlencoded')
  }))
