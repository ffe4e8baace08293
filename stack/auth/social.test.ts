import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiVersion } from '../testing/api-version.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { type OAuthProvider, startOAuthProvider } from '../testing/oauth-provider.ts'
import { parseAuthConfig } from './config.ts'
import { createAuth } from './index.ts'
import type { Mail } from './mail.ts'

const siteUrl = 'http://127.0.0.1:5173'
let backend: Backend
let provider: OAuthProvider
const mails: Mail[] = []
let counter = 0
const freshAddress = () => `social${++counter}@hackney.test`
const freshId = () => `provider-user-${++counter}`

function mount(more = ''): void {
  const external = (name: string) => `
    [auth.external.${name}]
    enabled = true
    client_id = "${provider.clientId}"
    secret = "${provider.secret}"
    url = "${provider.url}"`
  const text = `${more}
    [auth.email]
    max_frequency = "0"
    enable_confirmations = true
    [auth.rate_limit]
    email_sent = 1000
    sign_in_sign_ups = 1000
    token_verifications = 1000
    token_refresh = 1000
    ${external('keycloak')}${external('facebook')}`
  const config = parseAuthConfig(text, 'config.toml', {})
  const { database, tokens, log, url } = backend
  const mail = (message: Mail) => mails.push(message)
  backend.mount('/auth/v1', createAuth({ database, tokens, log, mail, config, siteUrl, apiUrl: url }))
}

/** Follows links and redirects like a browser, and returns the last address. */
async function browse(start: string): Promise<URL> {
  let address = start
  for (let step = 0; step < 4 && !address.startsWith(siteUrl); step += 1) {
    const response = await fetch(address, { redirect: 'manual' })
    address = response.headers.get('location') ?? ''
  }
  return new URL(address)
}

/** Signs in by a provider; returns the fields of the session, or of the error. */
async function signIn(name: 'keycloak' | 'facebook' = 'keycloak'): Promise<URLSearchParams> {
  const options = { redirectTo: `${siteUrl}/login`, skipBrowserRedirect: true }
  const { data } = await backend.client().auth.signInWithOAuth({ provider: name, options })
  const end = await browse(data.url ?? '')
  expect(end.pathname).toBe('/login')
  return new URLSearchParams(end.hash.slice(1))
}

async function userOf(fields: URLSearchParams) {
  const { data, error } = await backend.client().auth.getUser(fields.get('access_token') ?? '')
  if (error) throw error
  return data.user
}

async function byCode(email: string) {
  const supabase = backend.client()
  await supabase.auth.signInWithOtp({ email })
  const token = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  const { data } = await supabase.auth.verifyOtp({ email, token, type: 'email' })
  return data.user
}

beforeAll(async () => {
  backend = await startBackend()
  provider = await startOAuthProvider()
}, 60_000)
beforeEach(() => {
  provider.failing = null
  mount()
})
afterAll(async () => {
  await backend.stop()
  await provider.stop()
})

describe.each(['keycloak', 'facebook'] as const)('signing in by %s', (name) => {
  // Spec 7.37
  it('creates an account, and finds it again', async () => {
    const email = freshAddress()
    provider.user = { id: freshId(), email, name: 'Ann Lee' }
    const fields = await signIn(name)
    expect(fields.get('provider_token')).toBeTruthy()
    const user = await userOf(fields)
    expect(user).toMatchObject({
      email,
      app_metadata: { provider: name, providers: [name] },
      user_metadata: { full_name: 'Ann Lee', email_verified: true }
    })
    expect(user.email_confirmed_at).toBeTruthy()
    const claims = await backend.tokens.verify(fields.get('access_token') ?? '')
    expect(claims.amr).toMatchObject([{ method: 'oauth' }])
    expect((await userOf(await signIn(name))).id).toBe(user.id)
  })
})

describe('identities', () => {
  it('join the account with the same verified address', async () => {
    const email = freshAddress()
    const before = await byCode(email)
    provider.user = { id: freshId(), email: email.toUpperCase() }
    const user = await userOf(await signIn())
    expect(user.id).toBe(before?.id)
    expect(user.identities?.map(({ provider: name }) => name).sort()).toEqual(['email', 'keycloak'])
    expect(user.app_metadata.providers).toEqual(['email', 'keycloak'])
  })

  it('join no account by an address that the provider has not verified', async () => {
    const email = freshAddress()
    await byCode(email)
    provider.user = { id: freshId(), email, verified: false }
    expect((await signIn()).get('error_code')).toBe('provider_email_needs_verification')
    provider.user = { id: freshId() }
    expect((await signIn()).get('error_code')).toBe('provider_email_needs_verification')
  })

  it('remove the password of an account whose address was not verified', async () => {
    const email = freshAddress()
    const password = 'attackers-password'
    await backend.client().auth.signUp({ email, password })
    provider.user = { id: freshId(), email }
    const user = await userOf(await signIn())
    expect(user.identities?.map(({ provider: name }) => name)).toEqual(['keycloak'])
    const { error } = await backend.client().auth.signInWithPassword({ email, password })
    expect(error).toMatchObject({ code: 'invalid_credentials' })
  })

  it('create one account for simultaneous sign-ins', async () => {
    provider.user = { id: freshId(), email: freshAddress() }
    const all = await Promise.all(Array.from({ length: 4 }, () => signIn()))
    const ids = new Set<string>()
    for (const fields of all) if (fields.has('access_token')) ids.add((await userOf(fields)).id)
    expect(ids.size).toBe(1)
  })
})

describe('a failed social sign-in', () => {
  it('returns to the requesting page', async () => {
    provider.user = null
    const denied = await signIn()
    expect([denied.get('error'), denied.get('error_description')]).toEqual(['access_denied', 'The person said no'])
    provider.user = { id: freshId(), email: freshAddress() }
    for (const failing of ['token', 'profile'] as const) {
      provider.failing = failing
      expect((await signIn()).get('error')).toBe('server_error')
    }
  })

  it('creates no account when sign-up is closed, and refuses banned users', async () => {
    mount('[auth]\nenable_signup = false')
    provider.user = { id: freshId(), email: freshAddress() }
    expect((await signIn()).get('error_code')).toBe('signup_disabled')
    mount()
    const user = await userOf(await signIn())
    await backend.database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      user.id
    ])
    expect((await signIn()).get('error_code')).toBe('user_banned')
  })

  it('accepts a response only once, and only one that was requested', async () => {
    provider.user = { id: freshId(), email: freshAddress() }
    const { data } = await backend.client().auth.signInWithOAuth({ provider: 'keycloak' })
    const there = await fetch(data.url ?? '', { redirect: 'manual' })
    const back = await fetch(there.headers.get('location') ?? '', { redirect: 'manual' })
    const callback = back.headers.get('location') ?? ''
    const results = await Promise.all([browse(callback), browse(callback), browse(callback)])
    expect(results.filter(({ hash }) => hash.includes('access_token'))).toHaveLength(1)
    for (const state of ['', 'guess', crypto.randomUUID()]) {
      const end = await browse(`${backend.url}/auth/v1/callback?code=x&state=${state}`)
      expect(end.hash).toContain('bad_oauth_state')
    }
  })

  it('never redirects to a foreign page', async () => {
    provider.user = { id: freshId(), email: freshAddress() }
    const options = { redirectTo: 'https://evil.example/', skipBrowserRedirect: true }
    const { data } = await backend.client().auth.signInWithOAuth({ provider: 'keycloak', options })
    expect((await browse(data.url ?? '')).origin).toBe(siteUrl)
  })

  it('reports providers that are not enabled', async () => {
    for (const name of ['google', 'zoom', '__proto__', '']) {
      const response = await fetch(`${backend.url}/auth/v1/authorize?provider=${name}`, {
        redirect: 'manual',
        headers: apiVersion
      })
      expect([response.status, (await response.json()).code]).toEqual([400, 'validation_failed'])
    }
    const settings = await fetch(`${backend.url}/auth/v1/settings?apikey=${backend.tokens.publishableKey}`)
    expect(await settings.json()).toMatchObject({ external: { keycloak: true, facebook: true, google: false } })
  })
})

describe('PKCE', () => {
  it('issues a code that only the requester can exchange', async () => {
    provider.user = { id: freshId(), email: freshAddress() }
    const verifier = 'v'.repeat(50)
    const query = new URLSearchParams({
      provider: 'keycloak',
      redirect_to: `${siteUrl}/login`,
      code_challenge: verifier,
      code_challenge_method: 'plain'
    })
    const end = await browse(`${backend.url}/auth/v1/authorize?${query}`)
    expect(end.hash).toBe('')
    const trade = async (code_verifier: string) => {
      const response = await fetch(`${backend.url}/auth/v1/token?grant_type=pkce`, {
        method: 'POST',
        headers: { apikey: backend.tokens.publishableKey, ...apiVersion },
        body: JSON.stringify({ auth_code: end.searchParams.get('code'), code_verifier })
      })
      return { status: response.status, body: await response.json() }
    }
    expect(await trade('w'.repeat(50))).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })
    const both = await Promise.all([trade(verifier), trade(verifier)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(both.find(({ status }) => status === 200)?.body).toMatchObject({
      provider_token: expect.any(String),
      provider_refresh_token: expect.any(String),
      user: { email: provider.user.email }
    })
  })
})
