import { assertEquals, assertRejects } from '@std/assert'
import { createDatabase, createDatabaseAs, serverHeaders } from './database.ts'
import { HttpError } from './errors.ts'

const settings = { supabaseUrl: 'http://127.0.0.1:1', secretKey: 'sb_secret_x' }

function answering(status: number, body: unknown) {
  const seen: [string, RequestInit | undefined][] = []
  const fetcher = (url: string | URL | Request, init?: RequestInit) => {
    seen.push([String(url), init])
    return Promise.resolve(Response.json(body, { status }))
  }
  return { seen, database: createDatabase(settings, fetcher as typeof fetch) }
}

async function refusal(run: Promise<unknown>): Promise<[number, string]> {
  const quiet = console.error
  console.error = () => {}
  try {
    await run
  } catch (error) {
    if (error instanceof HttpError) return [error.status, error.code]
    throw error
  } finally {
    console.error = quiet
  }
  throw new Error('nothing was refused')
}

Deno.test('database functions are called with the secret key', async () => {
  const { seen, database } = answering(200, { quote_id: 'q1' })
  assertEquals(await database.rpc('quote_fare', { customer_id: null }), { quote_id: 'q1' })
  const [url, init] = seen[0] ?? []
  assertEquals(url, 'http://127.0.0.1:1/rest/v1/rpc/quote_fare')
  assertEquals(init?.body, '{"customer_id":null}')
  assertEquals(new Headers(init?.headers).get('apikey'), 'sb_secret_x')
  assertEquals(new Headers(init?.headers).get('authorization'), null)
})

Deno.test('a legacy key is also sent as a token', () => {
  assertEquals(serverHeaders('eyJ.x.y'), { apikey: 'eyJ.x.y', authorization: 'Bearer eyJ.x.y' })
})

Deno.test('a refusal by the database is passed on with its key and status', async () => {
  const { database } = answering(422, { code: 'PT422', message: 'select_proper', hint: 'Choose a car type' })
  assertEquals(await refusal(database.rpc('quote_fare', {})), [422, 'select_proper'])
})

Deno.test('every other database failure is hidden', async () => {
  assertEquals(await refusal(answering(500, { code: 'XX000', message: 'inside' }).database.rpc('f', {})), [
    503,
    'server_busy',
  ])
  assertEquals(await refusal(answering(404, 'not json').database.rpc('f', {})), [503, 'server_busy'])
  const down = createDatabase(settings, () => Promise.reject(new TypeError('connection refused')))
  assertEquals(await refusal(down.rpc('f', {})), [503, 'server_busy'])
  await assertRejects(() => Promise.reject(new Error('x')), Error, 'x')
})

Deno.test('a token that the database refuses asks the person to sign in again, a secret key that it refuses does not', async () => {
  const expired = { code: 'PGRST303', message: 'JWT expired' }
  const asPerson = createDatabaseAs(
    { supabaseUrl: settings.supabaseUrl, publishableKeys: ['sb_publishable_x'] },
    (() => Promise.resolve(Response.json(expired, { status: 401 }))) as typeof fetch,
  )
  const caller = asPerson(new Request('http://127.0.0.1/routes', { headers: { authorization: 'Bearer x' } }))
  assertEquals(await refusal(caller.rpc('caller_role', {})), [401, 'not_logged_in'])
  assertEquals(await refusal(answering(401, expired).database.rpc('quote_fare', {})), [503, 'server_busy'])
})
