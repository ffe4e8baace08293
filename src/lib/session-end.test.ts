import { AuthClient } from '@supabase/auth-js'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionFetch } from './session-end'

const HOUR = 3_600_000
const SERVER = Date.parse('2026-06-01T10:00:00Z')

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answer = (url: string, body: unknown) =>
  Object.defineProperty(Response.json(body, { headers: { 'x-test': 'kept' } }), 'url', { value: url })

const session = {
  access_token: `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":"1"}')}.c2ln`,
  refresh_token: 'next',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: (SERVER + HOUR) / 1000,
  user: { id: '1' }
}

/**
 * Refresh requests of a page that signs in and then reads its session ten times, with a device clock that is off by `offset`.
 */
async function renewals(offset: number): Promise<{ asked: number; ends: number }> {
  vi.useFakeTimers({ now: SERVER + offset, toFake: ['Date'] })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(String(input))
    return answer(String(input), session)
  })
  const client = new AuthClient({
    url: 'http://stack.test/auth/v1',
    storageKey: `session${offset}`,
    autoRefreshToken: false,
    persistSession: false,
    fetch: sessionFetch
  })
  await client.verifyOtp({ email: 'rider@hackney.test', token: '123456', type: 'email' })
  for (let turn = 0; turn < 10; turn++) await client.getSession()
  const { data } = await client.getSession()
  return {
    asked: asked.filter((url) => url.includes('/token')).length,
    ends: (data.session?.expires_at ?? 0) * 1000 - Date.now()
  }
}

it.each([0, HOUR, -HOUR])(
  'a session lasts its hour on a clock that is %s ms off, and is not refreshed earlier',
  async (offset) => {
    expect(await renewals(offset)).toEqual({ asked: 0, ends: HOUR })
  }
)

it('other responses pass unchanged', async () => {
  const other = answer('http://stack.test/auth/v1/user', { expires_at: 1 })
  vi.stubGlobal('fetch', async () => other)
  expect(await sessionFetch('http://stack.test/auth/v1/user')).toBe(other)
  const refused = Object.defineProperty(Response.json({ expires_at: 1 }, { status: 400 }), 'url', {
    value: 'http://stack.test/auth/v1/token'
  })
  vi.stubGlobal('fetch', async () => refused)
  expect(await sessionFetch('http://stack.test/auth/v1/token')).toBe(refused)
})
