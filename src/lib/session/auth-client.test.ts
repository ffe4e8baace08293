import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The response of the token endpoint: a function, because a body can be read only once. */
let token: () => Promise<Response>
let asked: { url: string; authorization: string | null }[]

const key = (expiresIn: number) => `head.${btoa(JSON.stringify({ sub: 'rider', exp: expiresIn }))}.sign`
const stored = (expiresIn: number) =>
  localStorage.setItem(
    'hackney.session',
    JSON.stringify({
      access_token: key(expiresIn),
      refresh_token: 'kept-refresh-token',
      token_type: 'bearer',
      expires_in: 900,
      expires_at: Math.floor(Date.now() / 1000) + expiresIn,
      user: { id: 'rider' }
    })
  )

/** The module starts the session client when it is loaded, so each test loads it anew. */
const load = async () => (await import('./auth-client')).authorizedFetch

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('VITE_SUPABASE_URL', 'http://stack.test')
  localStorage.clear()
  asked = []
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input)
    if (url.includes('/auth/v1/token')) return token()
    asked.push({ url, authorization: new Headers(init?.headers).get('authorization') })
    return Promise.resolve(Response.json([]))
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const broken: [string, () => Promise<Response>][] = [
  ['the network fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['Auth answers 503', async () => Response.json({ message: 'down' }, { status: 503 })],
  ['Auth answers 429', async () => Response.json({ code: 'over_request_rate_limit' }, { status: 429 })],
  ['a captive portal answers', async () => new Response('<html>', { status: 200 })]
]

it.each(broken)('no request of a signed-in person goes out as a visitor’s while %s', async (_, response) => {
  token = response
  const authorizedFetch = await load()
  vi.useFakeTimers()
  stored(-60)
  const refused = expect(authorizedFetch('http://stack.test/rest/v1/profiles')).rejects.toThrow(/fetch failed/)
  // The session client retries for half a minute.
  for (let n = 0; n < 20; n++) await vi.advanceTimersByTimeAsync(2000)
  await refused
  expect(asked).toEqual([])
  expect(localStorage.getItem('hackney.session')).not.toBeNull()
})

it('a request fails within its time limit while a token refresh never answers', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  token = () => new Promise(() => {})
  stored(-60)
  const authorizedFetch = await load()
  const waiting = authorizedFetch('http://stack.test/rest/v1/profiles')
  limit.abort(new DOMException('signal timed out', 'TimeoutError'))
  await expect(waiting).rejects.toThrow('signal timed out')
  expect(asked).toEqual([])
})

it('a request ends at once when its caller gives up while a token refresh never answers', async () => {
  token = () => new Promise(() => {})
  stored(-60)
  const authorizedFetch = await load()
  const caller = new AbortController()
  const waiting = authorizedFetch('http://stack.test/rest/v1/profiles', { signal: caller.signal })
  caller.abort(new Error('the caller gave up'))
  await expect(waiting).rejects.toThrow('the caller gave up')
})

it('a request is a visitor’s once Auth has ended the session, and before anyone signs in', async () => {
  token = async () => Response.json({ code: 400, error_code: 'refresh_token_not_found' }, { status: 400 })
  const authorizedFetch = await load()
  await authorizedFetch('http://stack.test/rest/v1/settings')
  stored(-60)
  await authorizedFetch('http://stack.test/rest/v1/settings')
  expect(asked.map(({ authorization }) => authorization?.includes('head.') ?? false)).toEqual([false, false])
  expect(localStorage.getItem('hackney.session')).toBeNull()
})

it('a request carries the token of a valid session', async () => {
  stored(600)
  const authorizedFetch = await load()
  await authorizedFetch('http://stack.test/rest/v1/profiles')
  expect(asked).toEqual([{ url: 'http://stack.test/rest/v1/profiles', authorization: `Bearer ${key(600)}` }])
})
