import { assertEquals } from '@std/assert'
import { createMapSettings } from './settings.ts'
import { type Answer, json, startRude, withServer } from '../http-client/testing/server.ts'

const row = (values: Record<string, unknown>): Answer =>
  json([{ country: 'LI', restrict_country: true, use_distance_matrix: false, ...values }])
const unknown = { country: null, useDistanceMatrix: false }

async function quietly<Result>(run: () => Promise<Result>): Promise<Result> {
  const { error } = console
  console.error = () => {}
  try {
    return await run()
  } finally {
    console.error = error
  }
}

/** Waits until the condition holds, and 20 ms more for a background request. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
  await new Promise((resolve) => setTimeout(resolve, 20))
}

Deno.test('the settings are read by REST with the secret key, once for all requests', () =>
  withServer([row({})], async ({ url, heard }) => {
    const read = createMapSettings({ supabaseUrl: url, secretKey: 'sb_secret_x' })
    const [first, second] = await Promise.all([read(), read()])
    assertEquals([first, second, await read()].map(({ country }) => country), ['LI', 'LI', 'LI'])
    assertEquals(heard.map(({ path, headers }) => [path, headers.get('apikey')]), [[
      '/rest/v1/settings',
      'sb_secret_x',
    ]])
    assertEquals(heard[0]?.query.get('select'), 'country,restrict_country,use_distance_matrix')
  }))

Deno.test('restrict_country: on, places are limited to the country', () =>
  withServer([row({})], async ({ url }) => {
    const settings = await createMapSettings({ supabaseUrl: url, secretKey: 'k' })()
    assertEquals(settings, { country: 'LI', useDistanceMatrix: false })
  }))

Deno.test('restrict_country: off, places can be anywhere', () =>
  withServer([row({ restrict_country: false })], async ({ url }) => {
    assertEquals(await createMapSettings({ supabaseUrl: url, secretKey: 'k' })(), unknown)
  }))

Deno.test('a changed setting applies to the first request after four seconds', () =>
  withServer([row({}), row({ country: 'CH', use_distance_matrix: true })], async ({ url, heard }) => {
    const clock = { now: 0 }
    const read = createMapSettings({ supabaseUrl: url, secretKey: 'k' }, { now: () => clock.now })
    await read()
    clock.now = 3999
    assertEquals([(await read()).country, heard.length], ['LI', 1])
    clock.now = 4000
    assertEquals(await read(), { country: 'CH', useDistanceMatrix: true })
    assertEquals(heard.length, 2)
  }))

Deno.test('a failing database keeps the known settings', () =>
  withServer(
    [row({}), json({ message: 'down' }, 500), json('nonsense'), row({ country: 'AT' })],
    ({ url, heard }) =>
      quietly(async () => {
        const clock = { now: 0 }
        const read = createMapSettings({ supabaseUrl: url, secretKey: 'k' }, { now: () => clock.now })
        await read()
        for (const asked of [2, 3]) {
          clock.now += 60_000
          assertEquals([(await read()).country, heard.length], ['LI', asked])
        }
        clock.now += 60_000
        assertEquals((await read()).country, 'AT')
      }),
  ))

Deno.test('a database that never responds restricts nothing, and is not asked with each search', async () => {
  const server = startRude('silent')
  try {
    await quietly(async () => {
      const clock = { now: 0 }
      const options = { patienceMs: 50, now: () => clock.now }
      const read = createMapSettings({ supabaseUrl: server.url, secretKey: 'k' }, options)
      assertEquals(await read(), unknown)
      assertEquals(await read(), unknown)
      assertEquals(server.connections(), 1)
      clock.now = 50
      assertEquals(await read(), unknown)
      await until(() => server.connections() === 2)
      await new Promise((resolve) => setTimeout(resolve, 60))
    })
  } finally {
    await server.stop()
  }
})

Deno.test('a database that has become slow delays a request only briefly', async () => {
  const server = startRude('silent')
  try {
    await withServer([row({})], ({ url }) =>
      quietly(async () => {
        const clock = { now: 0 }
        let target = url
        const fetcher: typeof fetch = (input, init) => fetch(String(input).replace(url, target), init)
        const options = { patienceMs: 100, waitMs: 20, now: () => clock.now, fetcher }
        const read = createMapSettings({ supabaseUrl: url, secretKey: 'k' }, options)
        await read()
        target = server.url
        clock.now = 4000
        assertEquals((await read()).country, 'LI')
        await until(() => server.connections() === 1)
        await new Promise((resolve) => setTimeout(resolve, 120))
      }))
  } finally {
    await server.stop()
  }
})
