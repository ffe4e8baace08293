import { createClient, type GenerateLinkParams } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { service, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { freshEmail, linkIn, newcomer, newestText, raw, untilFree } from './support.ts'

const env = stackUnderTest()
const { admin } = service(env).auth
const page = 'http://localhost:5173'

/** Follows a link as a browser does, and returns where it leads. */
async function follow(link: string): Promise<{ page: string; query: URLSearchParams; fragment: URLSearchParams }> {
  const response = await fetch(link, { redirect: 'manual' })
  expect([302, 303]).toContain(response.status)
  const url = new URL(response.headers.get('location') ?? '')
  return { page: url.origin, query: url.searchParams, fragment: new URLSearchParams(url.hash.slice(1)) }
}

async function linkFor(params: GenerateLinkParams) {
  const { data, error } = await admin.generateLink(params)
  if (error) throw error
  return data
}

describe('generated links', () => {
  it('sign in their recipient once, by link, by hash or by code', async () => {
    const { user } = await newcomer(env)
    const email = user.email ?? ''
    const make = () => linkFor({ type: 'magiclink', email, options: { redirectTo: page } })
    const { properties } = await make()
    expect(properties).toMatchObject({ verification_type: 'magiclink', redirect_to: page })
    const there = await follow(properties.action_link)
    expect(there.page).toBe(page)
    const token = there.fragment.get('access_token') ?? ''
    expect((await raw(env, '/user', { token })).body).toMatchObject({ id: user.id })
    expect(there.fragment.get('type')).toBe('magiclink')
    const again = await follow(properties.action_link)
    expect(again.fragment.get('error_code')).toBe('otp_expired')
    expect(again.fragment.get('error')).toBe('access_denied')
    const byHash = (await make()).properties.hashed_token
    const one = await visitor(env).auth.verifyOtp({ token_hash: byHash, type: 'magiclink' })
    expect(one.data.user?.id).toBe(user.id)
    const byCode = (await make()).properties.email_otp
    const other = await visitor(env).auth.verifyOtp({ email, token: byCode, type: 'magiclink' })
    expect(other.data.user?.id).toBe(user.id)
  })

  it('of every type lead to the right page', async () => {
    const email = freshEmail()
    const signup = await linkFor({ type: 'signup', email, password: 'correct-Horse-7' })
    expect((await follow(signup.properties.action_link)).fragment.get('access_token')).toBeTruthy()
    const recovery = await linkFor({ type: 'recovery', email })
    expect((await follow(recovery.properties.action_link)).fragment.get('type')).toBe('recovery')
    const invite = await linkFor({ type: 'invite', email: freshEmail() })
    expect((await follow(invite.properties.action_link)).fragment.get('access_token')).toBeTruthy()
    const unknown = freshEmail()
    const magic = await linkFor({ type: 'magiclink', email: unknown })
    expect(magic.properties.verification_type).toBe('signup')
  })

  it('change an address when both are followed', async () => {
    const { user, client } = await newcomer(env)
    const [email, newEmail] = [user.email ?? '', freshEmail()]
    const current = await linkFor({ type: 'email_change_current', email, newEmail })
    const fresh = await linkFor({ type: 'email_change_new', email, newEmail })
    const half = await follow(current.properties.action_link)
    expect(half.fragment.get('message')).toContain('other email')
    const token = (await follow(fresh.properties.action_link)).fragment.get('access_token') ?? ''
    expect((await raw(env, '/user', { token })).body).toMatchObject({ id: user.id, email: newEmail })
    expect((await client.auth.getUser()).error).not.toBeNull()
  })

  it('are refused for unknown people, or for existing ones where a new one is needed', async () => {
    const { user } = await newcomer(env)
    const email = user.email ?? ''
    const refused = async (params: object) => (await admin.generateLink(params as GenerateLinkParams)).error
    expect(await refused({ type: 'recovery', email: freshEmail() })).toMatchObject({ code: 'user_not_found' })
    expect(await refused({ type: 'invite', email })).toMatchObject({ code: 'email_exists', status: 422 })
    expect(await refused({ type: 'signup', email, password: 'correct-Horse-7' })).toMatchObject({
      code: 'email_exists'
    })
    expect(await refused({ type: 'party', email })).toMatchObject({ code: 'validation_failed', status: 400 })
    expect(await refused({ type: 'signup', email: freshEmail(), password: 'x' })).toMatchObject({
      code: 'weak_password'
    })
  })
})

describe('the redirect of a link', () => {
  it.each(['https://evil.example/', 'http://127.0.0.1.evil.example', 'javascript:alert(1)', '//evil.example', 'x'])(
    'never goes to %j',
    async (redirectTo) => {
      const { properties } = await linkFor({ type: 'magiclink', email: freshEmail(), options: { redirectTo } })
      expect(properties.redirect_to).not.toContain('evil')
      const link = new URL(properties.action_link)
      link.searchParams.set('redirect_to', redirectTo)
      const there = await follow(link.href)
      expect(there.page).toBe(new URL(properties.redirect_to).origin)
    }
  )

  it('goes to the page with an error when the link is invalid', async () => {
    const base = `${env.SUPABASE_URL}/auth/v1/verify`
    const cut = await follow(`${base}?type=magiclink&token=guess&redirect_to=${encodeURIComponent(page)}`)
    expect([cut.page, cut.fragment.get('error_code')]).toEqual([page, 'otp_expired'])
  })
})

describe('the PKCE flow', () => {
  const pkceClient = () => {
    const stored = new Map<string, string>()
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key)
    }
    return createClient(env.SUPABASE_URL, env.SUPABASE_PUBLISHABLE_KEY, {
      auth: { flowType: 'pkce', storage, persistSession: true, autoRefreshToken: false, detectSessionInUrl: false }
    })
  }

  async function codeByMail(client: ReturnType<typeof pkceClient>, email: string) {
    const since = Date.now()
    const { error } = await client.auth.signInWithOtp({ email, options: { emailRedirectTo: page } })
    expect(error).toBeNull()
    const link = linkIn(await newestText(env, email, since))
    expect(link).toContain('pkce_')
    const there = await follow(link)
    expect(there.page).toBe(page)
    expect(there.fragment.get('access_token')).toBeNull()
    return there.query.get('code') ?? ''
  }

  it('signs in only the client that requested the link, once', async () => {
    const email = freshEmail()
    const client = pkceClient()
    const code = await codeByMail(client, email)
    const thief = pkceClient()
    await thief.auth.signInWithOtp({ email: freshEmail(), options: { emailRedirectTo: page } })
    expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({
      code: 'bad_code_verifier',
      status: 400
    })
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email })
    const body = { auth_code: code, code_verifier: 'x'.repeat(50) }
    expect(await raw(env, '/token?grant_type=pkce', { body })).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' }
    })
    await untilFree()
    expect(await codeByMail(client, email)).not.toBe(code)
  })

  it('refuses an incomplete challenge and a missing verifier', async () => {
    const email = freshEmail()
    for (const challenge of [
      { code_challenge: 'x'.repeat(43) },
      { code_challenge: 'short', code_challenge_method: 's256' }
    ]) {
      const { status, body } = await raw(env, '/otp', { body: { email, ...challenge } })
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    }
    expect(await raw(env, '/token?grant_type=pkce', { body: { auth_code: 'x' } })).toMatchObject({ status: 400 })
  })
})

describe('social sign-in', () => {
  it('is refused for unknown providers, and for callbacks without a request', async () => {
    expect(await raw(env, '/authorize?provider=zoom')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' }
    })
    const forged = await follow(`${env.SUPABASE_URL}/auth/v1/callback?code=x&state=${crypto.randomUUID()}`)
    expect(forged.fragment.get('error_code')).toBe('bad_oauth_state')
  })
})
