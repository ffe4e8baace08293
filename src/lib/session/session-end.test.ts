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

const page = (status: number, headers: Record<string, string> = {}) =>
  new Response('<!doctype html><title>Sign in to the network</title>', { status, headers })
const refused = (status: number, body: object) =>
  Response.json(body, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })

/** Whether a page is still signed in after its access token expired and each refresh got this response. */
async function isKept(response: Response): Promise<boolean> {
  vi.useFakeTimers({ now: SERVER })
  const stored = new Map([['session', JSON.stringify({ ...session, expires_at: SERVER / 1000 - 60 })]])
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    Object.defineProperty(response.clone(), 'url', { value: String(input) })
  )
  const client = new AuthClient({
    url: 'http://stack.test/auth/v1',
    storageKey: 'session',
    autoRefreshToken: false,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key)
    },
    fetch: sessionFetch
  })
  const reading = client.getSession()
  // The client retries for half a minute.
  await vi.advanceTimersByTimeAsync(40_000)
  expect((await reading).data.session).toBeNull()
  return stored.has('session')
}

it.each([
  ['Auth’s limit', refused(429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' })],
  [
    'Auth’s limit in the older form',
    Response.json({ code: 429, error_code: 'over_request_rate_limit' }, { status: 429 })
  ],
  ['two requests at once', refused(409, { code: 'conflict', message: 'Too many concurrent requests' })],
  ['a time limit of Auth', refused(504, { code: 'request_timeout', message: 'too slow' })],
  ['a failing hook', refused(500, { code: 'unexpected_failure', message: 'hook' })],
  ['a gateway without the key', Response.json({ message: 'No API key found in request' }, { status: 401 })],
  ['a proxy’s 403', page(403)],
  ['a proxy’s 403 in JSON', Response.json({ error: 'blocked', code: 'E-17' }, { status: 403 })],
  ['a proxy’s 404', page(404)],
  ['a proxy’s 407', page(407)],
  ['a proxy’s 408', page(408)],
  ['a proxy’s 413', page(413)],
  ['a proxy’s 451', page(451)],
  ['a proxy’s 502', page(502)],
  ['a proxy’s 503', page(503)],
  ['a captive portal’s page', page(200)],
  ['a captive portal’s JSON', Response.json({ status: 'login required' })],
  ['an empty response', new Response(null, { status: 204 })],
  ['a list', Response.json([])]
])('%s at a refresh keeps the session', async (_, response) => {
  expect(await isKept(response)).toBe(true)
})

it.each([
  refused(400, { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' }),
  refused(400, { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' }),
  refused(400, { code: 'session_expired', message: 'Invalid Refresh Token: Session Expired' }),
  refused(400, { code: 'session_not_found', message: 'Invalid Refresh Token: No Valid Session Found' }),
  refused(400, { code: 'user_banned', message: 'Invalid Refresh Token: User Banned' }),
  refused(400, { code: 'validation_failed', message: 'Refresh token is not valid' }),
  Response.json({ code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 })
])('Auth’s own refusal %# of a refresh ends the session', async (response) => {
  expect(await isKept(response)).toBe(false)
})

it('a request of the session client that gets no response fails within its time limit', async () => {
  const own = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(own.signal)
  vi.stubGlobal(
    'fetch',
    (_: unknown, { signal }: RequestInit) =>
      new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  )
  const waiting = sessionFetch('http://stack.test/auth/v1/token?grant_type=refresh_token')
  own.abort(new DOMException('signal timed out', 'TimeoutError'))
  await expect(waiting).rejects.toThrow('signal timed out')
  expect(AbortSignal.timeout).toHaveBeenCalledWith(20_000)
  vi.restoreAllMocks()
})
