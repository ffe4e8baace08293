import { assert, assertEquals, assertMatch } from '@std/assert'
import { createMapSettings } from './settings.ts'
import { type Answer, json, startRude, withServer } from '../http-client/testing/server.ts'

const row = (values: Record<string, unknown>): Answer =>
  json([{ country: 'LI', restrict_country: true, use_distance_matrix: false, time_zone: 'Europe/Vaduz', ...values }])
const unknown = { country: null, useDistanceMatrix: false, timeZone: null }

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
    assertEquals(heard[0]?.query.get('select'), 'country,restrict_country,use_distance_matrix,time_zone')
  }))

Deno.test('restrict_country: on, places are limited to the country', () =>
  withServer([row({})], async ({ url }) => {
    const settings = await createMapSettings({ supabaseUrl: url, secretKey: 'k' })()
    assertEquals(settings, { country: 'LI', useDistanceMatrix: false, timeZone: 'Europe/Vaduz' })
  }))

Deno.test('restrict_country: off, places can be anywhere', () =>
  withServer([row({ restrict_country: false })], async ({ url }) => {
    assertEquals(await createMapSettings({ supabaseUrl: url, secretKey: 'k' })(), { ...unknown, timeZone: 'Europe/Vaduz' })
  }))

Deno.test('settings are read again in the background after four seconds', () =>
  withServer([row({}), row({ country: 'CH', use_distance_matrix: true })], async ({ url, heard }) => {
    const clock = { now: 0 }
    const read = createMapSettings({ supabaseUrl: url, secretKey: 'k' }, { now: () => clock.now })
    await read()
    clock.now = 3999
    assertEquals([(await read()).country, heard.length], ['LI', 1])
    clock.now = 4000
    assertEquals((await read()).country, 'LI')
    await until(() => heard.length === 2)
    assertEquals(await read(), { country: 'CH', useDistanceMatrix: true, timeZone: 'Europe/Vaduz' })
    assertEquals(heard.length, 2)
  }))

for (const idle of [5000, 3_600_000]) {
  Deno.test(`a function that was idle for ${idle / 1000} s waits for the changed setting, however slow the database is`, () =>
    withServer([row({}), row({ country: 'CH' })], async ({ url }) => {
      const clock = { now: 0 }
      const slow: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init)
        if (clock.now > 0) await new Promise((resolve) => setTimeout(resolve, 600))
        return answer
      }
      const options = { now: () => clock.now, fetcher: slow }
      const read = createMapSettings({ supabaseUrl: url, secretKey: 'k' }, options)
      await read()
      clock.now = idle
      const both = await Promise.all([read(), read()])
      assertEquals(both.map(({ country }) => country), ['CH', 'CH'])
    }))
}

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
          assertEquals([(await read()).country, heard.length], ['LI', asked])
        }
        // The database has come back after the last failure.
        clock.now += 5000
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

Deno.test('a database that is down delays one request for long, and the others briefly; the log says how old their settings are', async () => {
  const server = startRude('silent')
  const said: string[] = []
  const { error } = console
  console.error = (text: string) => void said.push(text)
  try {
    await withServer([row({})], async ({ url }) => {
      const clock = { now: 0 }
      let target = url
      const fetcher: typeof fetch = (input, init) => fetch(String(input).replace(url, target), init)
      const options = { patienceMs: 200, outageMs: 20, now: () => clock.now, fetcher }
      const read = createMapSettings({ supabaseUrl: url, secretKey: 'k' }, options)
      const timed = async () => {
        const began = performance.now()
        assertEquals((await read()).country, 'LI')
        return performance.now() - began
      }
      await read()
      target = server.url
      clock.now = 5000
      assert(await timed() > 190)
      assertEquals(said.length, 1)
      assertMatch(said[0] ?? '', /those of 5 s ago count/)
      clock.now = 5200
      assert(await timed() < 150)
      await until(() => said.length === 2)
      clock.now = 10_200
      assert(await timed() > 190)
    })
  } finally {
    console.error = error
    await server.stop()
  }
})
