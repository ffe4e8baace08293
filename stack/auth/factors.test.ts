import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiVersion } from '../testing/api-version.ts'
import { unlimited } from '../testing/auth-settings.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { parseAuthConfig } from './config.ts'
import { createCurrentClaims } from './current-claims.ts'
import { createAuth } from './index.ts'
import type { Mail } from './mail.ts'

const hook = `
  create schema app;
  grant usage on schema app to supabase_auth_admin;
  create table public.events (event jsonb);
  create function app.access_token_hook(event jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.events values (event);
    return jsonb_build_object('claims', event -> 'claims');
  end $$;
  revoke execute on function app.access_token_hook(jsonb) from public, anon, authenticated;
  grant execute on function app.access_token_hook(jsonb) to supabase_auth_admin;
`
const settings = `${unlimited}[auth.hook.custom_access_token]
enabled = true
uri = "pg-functions://postgres/app/access_token_hook"
[auth.mfa]
max_enrolled_factors = 10
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
`
const siteUrl = 'https://hackney.example'
let backend: Backend
let counter = 0
const mails: Mail[] = []

function mount(change: (text: string) => string = (text) => text) {
  const config = parseAuthConfig(change(settings), 'config.toml', {})
  const { database, tokens, log } = backend
  const mail = (message: Mail) => mails.push(message)
  backend.mount('/auth/v1', createAuth({ database, tokens, log, mail, config, siteUrl, apiUrl: backend.url }))
  return config
}

beforeAll(async () => {
  backend = await startBackend(hook)
}, 60_000)
beforeEach(() => void mount())
afterAll(() => backend.stop())

const admin = () => backend.client(undefined, { key: backend.tokens.secretKey }).auth.admin

async function signIn(email = `staff${++counter}@hackney.test`) {
  const client = backend.client()
  await client.auth.signInWithOtp({ email })
  const token = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  const { data, error } = await client.auth.verifyOtp({ email, token, type: 'email' })
  if (!data.session || !data.user) throw new Error(`sign-in failed: ${error?.message}`)
  return { client, session: data.session, id: data.user.id, email }
}

async function enrol(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error || data.type !== 'totp') throw error ?? new Error(data.type)
  return { id: data.id, ...data.totp }
}

/** The code of a secret. `ahead` half minutes later is still accepted, so that a person can use two codes at once. */
const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })

const wrongFor = (secret: string): string => {
  const near = [-1, 0, 1, 2].map((ahead) => codeOf(secret, ahead))
  return ['111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

const answer = (client: SupabaseClient, factor: { id: string }, code: string) =>
  client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })

/** A person with a verified factor, in a session with it. */
async function strongPerson() {
  const person = await signIn()
  const factor = await enrol(person.client)
  const { data, error } = await answer(person.client, factor, codeOf(factor.secret))
  if (error) throw error
  return { ...person, factor, strong: data }
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const factorsOf = async (client: SupabaseClient) => (await client.auth.mfa.listFactors()).data?.all ?? []

async function raw(path: string, token: string, body?: object) {
  const response = await fetch(`${backend.url}/auth/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { apikey: backend.tokens.publishableKey, authorization: `Bearer ${token}`, ...apiVersion },
    ...(body ? { body: JSON.stringify(body) } : {})
  })
  return { status: response.status, body: await response.json() }
}

describe('enrolling an authenticator app', () => {
  it('returns a picture, a secret and an address for the app, and the factor waits for its first code', async () => {
    const { client, email } = await signIn()
    const factor = await enrol(client, 'Ann’s phone')
    expect(factor.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [\s\S]*<\/svg>$/)
    expect(factor.secret).toMatch(/^[A-Z2-7]{32}$/)
    const named = URI.parse(factor.uri)
    expect(named).toMatchObject({ issuer: 'hackney.example', label: email, digits: 6, period: 30, algorithm: 'SHA1' })
    expect(named.secret.base32).toBe(factor.secret)
    expect(await factorsOf(client)).toMatchObject([
      { id: factor.id, status: 'unverified', factor_type: 'totp', friendly_name: 'Ann’s phone' }
    ])
    expect(JSON.stringify(await client.auth.getUser())).not.toContain(factor.secret)
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1'
    })
  })

  it('refuses a second factor of the same name, and more than the largest number', async () => {
    mount((text) => text.replace('max_enrolled_factors = 10', 'max_enrolled_factors = 2'))
    const { client } = await signIn()
    await enrol(client, 'One')
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One' })
    expect(again.error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 })
    await enrol(client, 'Two')
    const third = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Three' })
    expect(third.error).toMatchObject({ code: 'too_many_enrolled_mfa_factors', status: 422 })
  })

  it('keeps the largest number under simultaneous requests', async () => {
    mount((text) => text.replace('max_enrolled_factors = 10', 'max_enrolled_factors = 2'))
    const { client } = await signIn()
    const tries = Array.from({ length: 5 }, (_, n) =>
      client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `Phone ${n}` })
    )
    expect((await Promise.all(tries)).filter(({ error }) => !error)).toHaveLength(2)
  })

  it('forgets a factor that was not challenged within five minutes', async () => {
    const { client } = await signIn()
    const { id } = await enrol(client, 'Left')
    await backend.database.query(
      `update auth.mfa_factors set created_at = created_at - interval '301 seconds' where id = $1::uuid`,
      [id]
    )
    await enrol(client, 'New')
    expect(await factorsOf(client)).toMatchObject([{ friendly_name: 'New' }])
  })

  it('is refused where the project has it off, for other kinds, and without an address to show', async () => {
    const { client, session, id } = await signIn()
    for (const [type, code] of [
      ['phone', 'mfa_phone_enroll_not_enabled'],
      ['webauthn', 'mfa_webauthn_enroll_not_enabled']
    ]) {
      expect(await raw('/factors', session.access_token, { factor_type: type })).toMatchObject({
        status: 422,
        body: { code }
      })
    }
    const unknown = await raw('/factors', session.access_token, { factor_type: 'iris' })
    expect(unknown).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    mount((text) => text.replace('enroll_enabled = true', ''))
    const off = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(off.error).toMatchObject({ code: 'mfa_totp_enroll_not_enabled', status: 422 })
    mount()
    await backend.database.query('update auth.users set email = null where id = $1::uuid', [id])
    const nameless = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(nameless.error).toMatchObject({ code: 'validation_failed', status: 422 })
  })
})

describe('the code of a second factor', () => {
  it('raises the session, also over refreshes, in the claims, for the hook and for what was signed with it', async () => {
    const config = mount()
    const { client, strong, id, factor } = await strongPerson()
    expect(strong.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
    for (const refreshed of [false, true]) {
      if (refreshed) expect((await client.auth.refreshSession()).error).toBeNull()
      const token = (await client.auth.getSession()).data.session?.access_token ?? ''
      const claims = claimsOf(token)
      expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'otp' }] })
      expect(claims.amr.every(({ timestamp }: { timestamp: number }) => Number.isInteger(timestamp))).toBe(true)
      expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
        currentLevel: 'aal2',
        nextLevel: 'aal2'
      })
      const current = createCurrentClaims(backend.database, config)
      expect(await current({ sub: id, role: 'authenticated', session_id: claims.session_id })).toMatchObject({
        aal: 'aal2',
        amr: [{ method: 'totp' }, { method: 'otp' }]
      })
    }
    const [event] = await backend.database.query<{ method: string; aal: string }>(
      `select event ->> 'authentication_method' as method, event #>> '{claims,aal}' as aal from public.events
       where event ->> 'user_id' = $1 and event ->> 'authentication_method' = 'totp'`,
      [id]
    )
    expect(event).toEqual({ method: 'totp', aal: 'aal2' })
  })

  it('ends the person’s other sessions that have none, and those of nobody else', async () => {
    const person = await signIn()
    const elsewhere = await signIn(person.email)
    const stranger = await signIn()
    const factor = await enrol(person.client)
    expect((await answer(person.client, factor, codeOf(factor.secret))).error).toBeNull()
    expect((await raw('/user', elsewhere.session.access_token)).body).toMatchObject({ code: 'session_not_found' })
    expect((await stranger.client.auth.getUser()).error).toBeNull()
    const again = await signIn(person.email)
    expect((await again.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2'
    })
    expect((await answer(again.client, factor, codeOf(factor.secret, 1))).error).toBeNull()
    expect((await person.client.auth.getUser()).error).toBeNull()
  })

  it('ends the refresh tokens that the session had before', async () => {
    const { session, client } = await strongPerson()
    const { error } = await backend.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  it('works once, and so does none before it', async () => {
    const { email, factor } = await strongPerson()
    const { client } = await signIn(email)
    const used = await answer(client, factor, codeOf(factor.secret))
    expect(used.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    expect((await answer(client, factor, codeOf(factor.secret, 1))).error).toBeNull()
  })

  it('opens only one session, even with simultaneous requests', async () => {
    const { email, factor } = await strongPerson()
    const people = await Promise.all([signIn(email)])
    for (let n = 0; n < 3; n += 1) people.push(await signIn(email))
    const code = codeOf(factor.secret, 1)
    const results = await Promise.all(people.map(({ client }) => answer(client, factor, code)))
    expect(results.filter(({ error }) => !error)).toHaveLength(1)
  })

  it('is refused when wrong, too late, too early or no code', async () => {
    const { client } = await signIn()
    const factor = await enrol(client)
    for (const code of [
      wrongFor(factor.secret),
      codeOf(factor.secret, -3),
      codeOf(factor.secret, 4),
      '12345',
      'abcdef'
    ]) {
      const { error } = await answer(client, factor, code)
      expect(error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    }
    expect(await factorsOf(client)).toMatchObject([{ status: 'unverified' }])
  })

  it('answers a challenge of five minutes, once, from the same address', async () => {
    const { client } = await signIn()
    const factor = await enrol(client)
    const challenge = async () => (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? ''
    const verify = (challengeId: string, ahead = 0) =>
      client.auth.mfa.verify({ factorId: factor.id, challengeId, code: codeOf(factor.secret, ahead) })
    const late = await challenge()
    await backend.database.query(
      `update auth.mfa_challenges set created_at = created_at - interval '301 seconds' where id = $1::uuid`,
      [late]
    )
    expect((await verify(late)).error).toMatchObject({ code: 'mfa_challenge_expired', status: 422 })
    expect((await verify(late)).error).toMatchObject({ code: 'mfa_factor_not_found', status: 422 })
    const elsewhere = await challenge()
    await backend.database.query(`update auth.mfa_challenges set ip_address = '192.0.2.7' where id = $1::uuid`, [
      elsewhere
    ])
    expect((await verify(elsewhere)).error).toMatchObject({ code: 'mfa_ip_address_mismatch', status: 422 })
    const right = await challenge()
    expect((await verify(right)).error).toBeNull()
    expect((await verify(right, 1)).error).toMatchObject({ code: 'mfa_ip_address_mismatch', status: 422 })
  })

  it('can be guessed fifteen times an hour from one address, and the right one is then refused, too', async () => {
    const { email, factor, client: open } = await strongPerson()
    const { client } = await signIn(email)
    const wrong = wrongFor(factor.secret)
    for (let n = 0; n < 15; n += 1) {
      // Another instance of Auth, so that only what is stored counts.
      if (n % 5 === 0) mount()
      expect((await answer(client, factor, wrong)).error).toMatchObject({ code: 'mfa_verification_failed' })
    }
    mount()
    const refused = await answer(client, factor, codeOf(factor.secret, 1))
    expect(refused.error).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
    await backend.database.query(
      `update auth.code_attempts set at = at - interval '61 minutes' where address = 'factor:' || $1`,
      [factor.id]
    )
    expect((await answer(client, factor, codeOf(factor.secret, 1))).error).toBeNull()
    expect((await open.auth.getUser()).error).toBeNull()
  })

  it('can be guessed sixty times a day from all addresses, but not to lock out the person', async () => {
    const { email, factor, id } = await strongPerson()
    const { client } = await signIn(email)
    await backend.database.query(
      `insert into auth.code_attempts (address, requester)
       select 'factor:' || $1, '192.0.2.' || n from generate_series(1, 60) n`,
      [factor.id]
    )
    const stored = `select host(ip) as ip from auth.sessions where user_id = $1::uuid and aal = 'aal2'`
    const [{ ip } = { ip: '' }] = await backend.database.query<{ ip: string }>(stored, [id])
    const move = (to: string) =>
      backend.database.query(`update auth.sessions set ip = $2::inet where user_id = $1::uuid and aal = 'aal2'`, [
        id,
        to
      ])
    await move('198.51.100.1')
    const elsewhere = await answer(client, factor, codeOf(factor.secret, 1))
    expect(elsewhere.error).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
    await move(ip)
    expect((await answer(client, factor, codeOf(factor.secret, 1))).error).toBeNull()
  })

  it('is asked thirty times at once by one address', async () => {
    const { client } = await signIn()
    const factor = await enrol(client)
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 32; n += 1) {
      codes.push((await client.auth.mfa.challenge({ factorId: factor.id })).error?.code)
    }
    expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => undefined))
    expect(codes).toContain('over_request_rate_limit')
  })

  it('is not asked where the project has it off', async () => {
    const { client } = await signIn()
    const factor = await enrol(client)
    mount((text) => text.replace('verify_enabled = true', ''))
    const { error } = await client.auth.mfa.challenge({ factorId: factor.id })
    expect(error).toMatchObject({ code: 'mfa_totp_verify_not_enabled', status: 422 })
  })
})

describe('a session without the second factor of its person', () => {
  it('can neither add a factor, remove one, nor change address or password', async () => {
    const { email, factor } = await strongPerson()
    const { client } = await signIn(email)
    const added = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    expect(added.error).toMatchObject({ code: 'insufficient_aal', status: 403 })
    const removed = await client.auth.mfa.unenroll({ factorId: factor.id })
    expect(removed.error).toMatchObject({ code: 'insufficient_aal', status: 422 })
    for (const change of [{ password: 'correct-Horse-7' }, { email: 'other@hackney.test' }]) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({ code: 'insufficient_aal', status: 401 })
    }
    expect((await client.auth.updateUser({ data: { first_name: 'Ann' } })).error).toBeNull()
  })
})

describe('removing a factor', () => {
  it('takes the level from the sessions that were opened with it, and leaves them open', async () => {
    const { client, factor } = await strongPerson()
    const second = await enrol(client, 'Tablet')
    expect((await answer(client, second, codeOf(second.secret))).error).toBeNull()
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
    const levelAfterRefresh = async () => {
      const { data } = await client.auth.refreshSession()
      return claimsOf(data.session?.access_token ?? '..').aal
    }
    expect(await levelAfterRefresh()).toBe('aal2')
    expect((await client.auth.mfa.unenroll({ factorId: second.id })).error).toBeNull()
    expect(await levelAfterRefresh()).toBe('aal1')
    expect(await factorsOf(client)).toEqual([])
  })

  it('works for the secret key, which also lists the factors', async () => {
    const { client, factor, id } = await strongPerson()
    const listed = await admin().mfa.listFactors({ userId: id })
    expect(listed.data?.factors).toMatchObject([{ id: factor.id, status: 'verified', factor_type: 'totp' }])
    expect(JSON.stringify(listed)).not.toContain(factor.secret)
    expect((await admin().mfa.deleteFactor({ userId: id, id: factor.id })).error).toBeNull()
    expect((await admin().mfa.listFactors({ userId: id })).data?.factors).toEqual([])
    const { data } = await client.auth.refreshSession()
    expect(claimsOf(data.session?.access_token ?? '..').aal).toBe('aal1')
    const again = await admin().mfa.deleteFactor({ userId: id, id: factor.id })
    expect(again.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
    const { session } = await signIn()
    expect(await raw(`/admin/users/${id}/factors`, session.access_token)).toMatchObject({
      status: 403,
      body: { code: 'not_admin' }
    })
  })

  it('is refused for the factor of somebody else, like every other use of it', async () => {
    const { factor } = await strongPerson()
    const { client } = await strongPerson()
    const results = [
      await client.auth.mfa.unenroll({ factorId: factor.id }),
      await client.auth.mfa.challenge({ factorId: factor.id }),
      await answer(client, factor, codeOf(factor.secret, 1))
    ]
    for (const { error } of results) expect(error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
  })
})
