import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiVersion } from '../testing/api-version.ts'
import { unlimited } from '../testing/auth-settings.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { parseAuthConfig } from './config.ts'
import { createAuth } from './index.ts'
import type { Mail } from './mail.ts'

const hook = `
  create schema app;
  grant usage on schema app to supabase_auth_admin;
  create table public.profiles (id uuid primary key, role text not null, seen_as text);
  create function app.on_user() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.profiles values (new.id, case when new.email like 'driver%' then 'driver' else 'rider' end);
    return new;
  end $$;
  create trigger tg_users__profile after insert on auth.users for each row execute function app.on_user();
  create table public.updates (id bigint generated always as identity, columns text, stored text);
  create function app.on_update() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    if old.email_confirmed_at is null and new.email_confirmed_at is not null then
      new.raw_user_meta_data := '{}';
      insert into public.updates (columns, stored) values ('confirmed', new.raw_user_meta_data);
    elsif new.raw_user_meta_data <> old.raw_user_meta_data then
      insert into public.updates (columns, stored) values ('metadata', new.raw_user_meta_data ->> 'email');
    end if;
    return new;
  end $$;
  create trigger tg_users__updates before update on auth.users for each row execute function app.on_update();
  create function app.access_token_hook(event jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare v_role text;
  begin
    if event #>> '{claims,email}' = 'refused@hackney.test' then
      return '{"error": {"http_code": 403, "message": "Not today"}}';
    end if;
    select p.role into v_role from public.profiles p where p.id = (event ->> 'user_id')::uuid;
    update public.profiles set seen_as = event ->> 'authentication_method' where id = (event ->> 'user_id')::uuid;
    return jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('user_role', v_role));
  end $$;
  revoke execute on function app.access_token_hook(jsonb) from public, anon, authenticated;
  grant execute on function app.access_token_hook(jsonb) to supabase_auth_admin;
`
const settings = `${unlimited}[auth.hook.custom_access_token]
enabled = true
uri = "pg-functions://postgres/app/access_token_hook"
`

const siteUrl = 'http://127.0.0.1:5173'
let backend: Backend
const mails: Mail[] = []
let counter = 0

/** Starts Auth again, with lines that override config.toml. */
function mount(change: (text: string) => string = (text) => text): void {
  const config = parseAuthConfig(change(settings), 'config.toml', {})
  const { database, tokens, log } = backend
  const mail = (message: Mail) => mails.push(message)
  backend.mount('/auth/v1', createAuth({ database, tokens, log, mail, config, siteUrl, apiUrl: backend.url }))
}

const freshAddress = () => `rider${++counter}@hackney.test`
const lastCode = () => /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function signIn(email = freshAddress()) {
  const supabase = backend.client()
  await supabase.auth.signInWithOtp({ email })
  const { data, error } = await supabase.auth.verifyOtp({ email, token: lastCode(), type: 'email' })
  if (!data.session || !data.user) throw new Error(`sign-in failed: ${error?.message}`)
  return { supabase, session: data.session, user: data.user }
}

beforeAll(async () => {
  backend = await startBackend(hook)
}, 60_000)
beforeEach(() => mount())
afterAll(() => backend.stop())

describe('signing in by code', () => {
  // Spec 9.11
  it('sends one six-digit code and opens a session for it', async () => {
    const email = freshAddress()
    const supabase = backend.client()
    expect(await supabase.auth.signInWithOtp({ email: email.toUpperCase() })).toMatchObject({ error: null })
    const mail = mails.at(-1)
    expect(mail?.to).toBe(email)
    const numbers = `${mail?.subject} ${mail?.text}`.match(/\b\d{6}\b/g)
    expect(new Set(numbers).size).toBe(1)
    const { data, error } = await supabase.auth.verifyOtp({ email, token: lastCode(), type: 'email' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, role: 'authenticated', user_metadata: { email_verified: true } })
    expect(data.user?.identities?.[0]).toMatchObject({ provider: 'email', identity_data: { email } })
    expect((await supabase.auth.getUser()).data.user?.id).toBe(data.user?.id)
  })

  it.each([6, 8, 10])(
    'sends a mail with a code of %i digits if that is configured, and one of six by text message',
    async (length) => {
      const sms = '\n[auth.sms]\nenable_signup = true\n'
      mount((text) => text.replace('[auth.email]', `[auth.email]\notp_length = ${length}`) + sms)
      const digits = () => mails.at(-1)?.text.match(/(?<![\d-])\d{6,}(?![\d-])/g)
      const email = freshAddress()
      const phone = `+4237${String(++counter).padStart(7, '0')}`
      const supabase = backend.client()
      await supabase.auth.signInWithOtp({ email })
      const [token = ''] = digits() ?? []
      expect(digits()).toEqual([expect.stringMatching(new RegExp(`^\\d{${length}}$`))])
      expect((await supabase.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
      await supabase.auth.signInWithOtp({ phone })
      expect(digits()).toEqual([expect.stringMatching(/^\d{6}$/)])
    }
  )

  it('writes GoTrue’s claims and those of the hook', async () => {
    const { session, user, supabase } = await signIn(`driver${++counter}@hackney.test`)
    const { data } = await supabase.auth.getClaims(session.access_token)
    expect(data?.header.alg).toBe('ES256')
    expect(data?.claims).toMatchObject({
      iss: `${backend.url}/auth/v1`,
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: user.email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_role: 'driver'
    })
    expect(data?.claims.amr).toMatchObject([{ method: 'otp' }])
    expect(data?.claims.session_id).toBeTruthy()
  })

  it('keeps the sign-up’s metadata, accepts the type magiclink and signs the same person in again', async () => {
    const email = freshAddress()
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ email, options: { data: { first_name: 'Ann' } } })
    const first = await supabase.auth.verifyOtp({ email, token: lastCode(), type: 'magiclink' })
    expect(first.data.user?.user_metadata).toMatchObject({ first_name: 'Ann' })
    const { user } = await signIn(email)
    expect(user.id).toBe(first.data.user?.id)
  })

  // A project's trigger that cleans the metadata in the first update has to expect the second.
  it('confirms an address in two updates, the second with the metadata read before the first', async () => {
    await backend.database.query('delete from public.updates')
    const { user } = await signIn()
    expect(user.user_metadata).toMatchObject({ email_verified: true, email: user.email })
    const written = () => backend.database.query('select columns, stored from public.updates order by id')
    expect(await written()).toEqual([
      { columns: 'confirmed', stored: '{}' },
      { columns: 'metadata', stored: user.email }
    ])
    await backend.database.query('delete from public.updates')
    await signIn(user.email)
    expect(await written()).toEqual([])
  })

  it('accepts the token of a link once', async () => {
    const email = freshAddress()
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ email })
    const [row] = await backend.database.query<{ token_hash: string }>(
      'select token_hash from auth.one_time_codes where relates_to = $1',
      [email]
    )
    const proof = { token_hash: row?.token_hash ?? '', type: 'email' as const }
    expect((await supabase.auth.verifyOtp(proof)).data.session).not.toBeNull()
    expect((await supabase.auth.verifyOtp(proof)).error).toMatchObject({ code: 'otp_expired', status: 403 })
  })

  it('stores no code in the clear', async () => {
    await backend.client().auth.signInWithOtp({ email: freshAddress() })
    const rows = await backend.database.query(
      `select to_jsonb(u)::text || to_jsonb(c)::text as stored from auth.users u
       join auth.one_time_codes c on c.user_id = u.id`
    )
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`\\b${lastCode()}\\b`))
  })
})

describe('codes that are refused', () => {
  const refusal = { code: 'otp_expired', status: 403, message: 'Token has expired or is invalid' }

  it('a code works once', async () => {
    const email = freshAddress()
    await signIn(email)
    const { error } = await backend.client().auth.verifyOtp({ email, token: lastCode(), type: 'email' })
    expect(error).toMatchObject(refusal)
  })

  it('a newer code leaves the older one valid until the account is verified', async () => {
    const email = freshAddress()
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ email })
    const older = lastCode()
    do await supabase.auth.signInWithOtp({ email })
    while (lastCode() === older)
    expect((await supabase.auth.verifyOtp({ email, token: older, type: 'email' })).error).toBeNull()
    expect((await supabase.auth.verifyOtp({ email, token: lastCode(), type: 'email' })).error).toMatchObject(refusal)
  })

  it('four wrong attempts are allowed, the fifth ends the code', async () => {
    const supabase = backend.client()
    for (const [wrong, ok] of [
      [4, true],
      [5, false]
    ] as const) {
      const email = freshAddress()
      await supabase.auth.signInWithOtp({ email })
      const code = lastCode()
      for (let n = 0; n < wrong; n += 1) {
        const { error } = await supabase.auth.verifyOtp({ email, token: wrongCode(code), type: 'email' })
        expect(error).toMatchObject(refusal)
      }
      const { error } = await supabase.auth.verifyOtp({ email, token: code, type: 'email' })
      if (ok) expect(error).toBeNull()
      else expect(error).toMatchObject(refusal)
    }
  })

  it('simultaneous wrong attempts count', async () => {
    const email = freshAddress()
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ email })
    const code = lastCode()
    const tries = Array.from({ length: 8 }, () =>
      backend.client().auth.verifyOtp({ email, token: wrongCode(code), type: 'email' })
    )
    for (const { error } of await Promise.all(tries)) expect(error).toMatchObject(refusal)
    expect((await supabase.auth.verifyOtp({ email, token: code, type: 'email' })).error).toMatchObject(refusal)
  })

  it('a code opens only one session, even with simultaneous requests', async () => {
    const email = freshAddress()
    await backend.client().auth.signInWithOtp({ email })
    const tries = Array.from({ length: 6 }, () =>
      backend.client().auth.verifyOtp({ email, token: lastCode(), type: 'email' })
    )
    const results = await Promise.all(tries)
    expect(results.filter((result) => result.data.session)).toHaveLength(1)
  })

  it('a code expires', async () => {
    const email = freshAddress()
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ email })
    await backend.database.query(
      `update auth.one_time_codes set created_at = now() - interval '1 hour 1 second' where relates_to = $1`,
      [email]
    )
    expect((await supabase.auth.verifyOtp({ email, token: lastCode(), type: 'email' })).error).toMatchObject(refusal)
  })

  it('the code of one address does not open another', async () => {
    const [mine, theirs] = [freshAddress(), freshAddress()]
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ email: mine })
    const code = lastCode()
    do await supabase.auth.signInWithOtp({ email: theirs })
    while (lastCode() === code)
    expect((await supabase.auth.verifyOtp({ email: theirs, token: code, type: 'email' })).error).toMatchObject(refusal)
  })

  it('the responses do not reveal whether an address has an account', async () => {
    const supabase = backend.client()
    const { user } = await signIn()
    const unknown = freshAddress()
    const known = await supabase.auth.signInWithOtp({ email: user.email ?? '' })
    expect(await supabase.auth.signInWithOtp({ email: unknown })).toEqual(known)
    const wrong = wrongCode(lastCode())
    const one = await supabase.auth.verifyOtp({ email: user.email ?? '', token: wrong, type: 'email' })
    const other = await supabase.auth.verifyOtp({ email: unknown, token: wrong, type: 'email' })
    expect(other).toEqual(one)
  })

  it('a request that creates no account is refused for an unknown address, as by GoTrue', async () => {
    const supabase = backend.client()
    const { user } = await signIn()
    const unknown = freshAddress()
    const before = mails.length
    const options = { shouldCreateUser: false }
    expect((await supabase.auth.signInWithOtp({ email: user.email ?? '', options })).error).toBeNull()
    const { error } = await supabase.auth.signInWithOtp({ email: unknown, options })
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' })
    expect(mails.length).toBe(before + 1)
    expect(await backend.database.query('select from auth.users where email = $1', [unknown])).toHaveLength(0)
  })

  it('no account is created when sign-up is closed', async () => {
    mount((text) => `[auth]\nenable_signup = false\n${text}`)
    const email = freshAddress()
    const { error } = await backend.client().auth.signInWithOtp({ email })
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
    expect(await backend.database.query('select from auth.users where email = $1', [email])).toHaveLength(0)
  })

  it('a refusal by the hook is returned', async () => {
    const email = 'refused@hackney.test'
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ email })
    const { data, error } = await supabase.auth.verifyOtp({ email, token: lastCode(), type: 'email' })
    expect(error).toMatchObject({ status: 403, message: 'Not today' })
    expect(data.session).toBeNull()
  })

  it.each([
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ email: 'a@b@c.test' }, 400, 'validation_failed'],
    [{ email: ' a@b.test' }, 400, 'validation_failed'],
    [{ email: 5 }, 400, 'bad_json'],
    [{ email: 'a@b.test', data: 'Ann' }, 400, 'bad_json'],
    [{ email: 'a@b.test', create_user: 'no' }, 400, 'bad_json'],
    [{ email: 'jürg@hackney.test' }, 400, 'validation_failed'],
    [{ email: 'jurg@zürich.test' }, 400, 'validation_failed'],
    [{ email: 'jurg@-zurich.test' }, 400, 'validation_failed'],
    [{}, 400, 'validation_failed'],
    [{ phone: '+423000000' }, 400, 'phone_provider_disabled']
  ])('refuses to send a code to %j', async (body, status, code) => {
    expect(await post('/otp', body)).toMatchObject({ status, body: { code } })
  })

  it.each([
    [{ type: 'sms', token: '123456', email: 'a@b.test' }, 400, 'validation_failed'],
    [{ type: 'email', email: 'a@b.test' }, 400, 'validation_failed'],
    [{ type: 'email', token: '123456' }, 400, 'validation_failed'],
    [{ token: '123456', email: 'a@b.test' }, 400, 'validation_failed'],
    [{ type: 'party', token: '123456', email: 'a@b.test' }, 403, 'otp_expired'],
    [{ type: 'email', token: 123456, email: 'a@b.test' }, 400, 'bad_json']
  ])('refuses to check %j', async (body, status, code) => {
    expect(await post('/verify', body)).toMatchObject({ status, body: { code } })
  })

  it('a code is not accepted with spaces, which the page takes out', async () => {
    const email = freshAddress()
    const supabase = backend.client()
    await supabase.auth.signInWithOtp({ email })
    const verify = (token: string) => supabase.auth.verifyOtp({ email, token, type: 'email' })
    expect((await verify(` ${lastCode()}`)).error).toMatchObject(refusal)
    expect((await verify(lastCode())).error).toBeNull()
  })

  it('a link without a type or a token is an error of the caller, and sends nobody to the page', async () => {
    for (const query of ['', '?type=magiclink', '?token=guess']) {
      const response = await fetch(`${backend.url}/auth/v1/verify${query}`, { redirect: 'manual', headers: apiVersion })
      expect([response.status, (await response.json()).code]).toEqual([400, 'validation_failed'])
    }
    const response = await fetch(`${backend.url}/auth/v1/verify?type=party&token=guess`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:5173#error=/)
    ])
  })

  it('a request of more than a megabyte is too large', async () => {
    const data = { story: 'x'.repeat(2_000_000) }
    expect(await post('/otp', { email: freshAddress(), data })).toMatchObject({
      status: 413,
      body: { code: 'request_entity_too_large' }
    })
  })

  it('refuses a body that is not a JSON object', async () => {
    for (const text of ['{', '[]', '"x"']) {
      expect(await post('/otp', text)).toMatchObject({ status: 400, body: { code: 'bad_json' } })
    }
  })
})

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${backend.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: backend.tokens.publishableKey, 'content-type': 'application/json', ...apiVersion, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

async function put(path: string, body: object, supabase: SupabaseClient) {
  const { data } = await supabase.auth.getSession()
  const response = await fetch(`${backend.url}/auth/v1${path}`, {
    method: 'PUT',
    headers: {
      apikey: backend.tokens.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      ...apiVersion
    },
    body: JSON.stringify(body)
  })
  return { status: response.status, body: await response.json() }
}

describe('limits', () => {
  it('enforce an interval between two mails to one address, with or without an account', async () => {
    const { user } = await signIn()
    mount((text) => text.replace('max_frequency = "0"', 'max_frequency = "1m"'))
    for (const email of [freshAddress(), user.email ?? '']) {
      const supabase = backend.client()
      expect((await supabase.auth.signInWithOtp({ email })).error).toBeNull()
      expect((await supabase.auth.signInWithOtp({ email })).error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit'
      })
    }
  })

  it('count all mails, requests, verifications and refreshes', async () => {
    const supabase = backend.client()
    const email = freshAddress()
    const ask = async () => (await supabase.auth.signInWithOtp({ email })).error
    const check = async () => (await supabase.auth.verifyOtp({ email, token: '1', type: 'email' })).error
    // Use a new client each time, because a client does not send the same refused token twice.
    const refresh = async () => (await backend.client().auth.refreshSession({ refresh_token: 'no0000000000' })).error
    for (const [name, call, allowed, code] of [
      ['email_sent', ask, 2, 'over_email_send_rate_limit'],
      ['sign_in_sign_ups', ask, 30, 'over_request_rate_limit'],
      ['token_verifications', check, 30, 'over_request_rate_limit'],
      ['token_refresh', refresh, 30, 'over_request_rate_limit']
    ] as const) {
      mount((text) => text.replace(new RegExp(`${name} = \\d+`), `${name} = 2`))
      for (let n = 0; n < allowed; n++) expect((await call())?.status, `${name}, call ${n}`).not.toBe(429)
      expect(await call(), name).toMatchObject({ status: 429, code })
    }
  })

  it.each([
    ['/otp', { email: 'anyone@hackney.test', create_user: false }],
    ['/magiclink', { email: 'anyone@hackney.test', create_user: false }],
    ['/recover', { email: 'anyone@hackney.test' }],
    ['/resend', { type: 'signup', email: 'anyone@hackney.test' }],
    ['/signup', {}],
    ['/token?grant_type=password', { email: 'a', phone: 'b' }],
    ['/token?grant_type=refresh_token', { refresh_token: 'no0000000000' }],
    ['/token?grant_type=pkce', { auth_code: 'a', code_verifier: 'b' }],
    ['/verify', { type: 'email', email: 'anyone@hackney.test', token: '123456' }],
    ['/factors/00000000-0000-4000-8000-abcdefabcdef/challenge', {}],
    ['/factors/00000000-0000-4000-8000-abcdefabcdef/verify', { code: '123456' }]
  ])('count %s as one route, however its path is spelled', async (address, body) => {
    mount((text) => text.replace(/(token_\w+|sign_in_sign_ups) = \d+/g, '$1 = 1'))
    const [path = '', query = ''] = address.split('?')
    const answers: string[] = []
    for (let n = 0; n < 32; n++) {
      // Each n spells other letters in another way: those of an id as capitals, those of a name as `%6f`.
      const spelled = path.replace(/[a-f]{2,}(?=\/)|(?<=\/)[a-z]+/g, (word, at: number) =>
        word.replaceAll(/./g, (letter: string, index: number) => {
          if (((n >> ((at + index) % 5)) & 1) === 0) return letter
          return word === 'abcdefabcdef' ? letter.toUpperCase() : `%${letter.charCodeAt(0).toString(16)}`
        })
      )
      const response = await fetch(`${backend.url}/auth/v1${spelled}${n % 2 === 0 ? '' : '/'}?${query}`, {
        method: 'POST',
        headers: { apikey: backend.tokens.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(body)
      })
      answers.push(`${response.status} ${await response.text()}`)
    }
    expect(answers).not.toContain('404 404 page not found')
    expect(answers.at(-1)).toMatch(/^429/)
  })
})

describe('sessions', () => {
  it('rotates the refresh token and asks the hook again', async () => {
    const { supabase, session, user } = await signIn()
    const { data, error } = await supabase.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    const claims = await backend.tokens.verify(data.session?.access_token ?? '')
    expect(claims).toMatchObject({ sub: user.id, user_role: 'rider', amr: [{ method: 'otp' }] })
    expect(await backend.database.query('select seen_as from public.profiles where id = $1', [user.id])).toEqual([
      { seen_as: 'token_refresh' }
    ])
  })

  it('gives two tabs that refresh at once the same token', async () => {
    const { session } = await signIn()
    const refresh = () => backend.client().auth.refreshSession({ refresh_token: session.refresh_token })
    const results = await Promise.all([refresh(), refresh(), refresh()])
    const issued = new Set(results.map(({ data }) => data.session?.refresh_token))
    expect(issued.size).toBe(1)
    expect(issued).not.toContain(session.refresh_token)
  })

  it('an unknown refresh token and other grants are refused', async () => {
    for (const [refresh_token, code] of [
      ['guess', 'validation_failed'],
      ['x'.repeat(500), 'validation_failed'],
      ['abcdefghijkl', 'refresh_token_not_found'],
      ['x'.repeat(32), 'refresh_token_not_found']
    ] as const) {
      const { error } = await backend.client().auth.refreshSession({ refresh_token })
      expect(error).toMatchObject({ status: 400, code })
    }
    expect(await post('/token?grant_type=id_token', { id_token: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'unsupported_grant_type' }
    })
    expect(await post('/token?grant_type=refresh_token', {})).toMatchObject({ status: 400 })
  })

  it.each([
    ['timebox', `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`],
    ['inactivity_timeout', `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`]
  ])('ends a session by %s', async (name, aging) => {
    mount((text) => `${text}\n[auth.sessions]\n${name} = "24h"`)
    const { supabase, user } = await signIn()
    await backend.database.query(aging, [user.id])
    expect((await supabase.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'session_expired' })
  })

  it('sign-out ends this session, the others or all', async () => {
    const email = freshAddress()
    const [one, two, three] = [await signIn(email), await signIn(email), await signIn(email)]
    const isOpen = async (who: typeof one) => !(await who.supabase.auth.getUser(who.session.access_token)).error
    await one.supabase.auth.signOut({ scope: 'local' })
    expect(await Promise.all([isOpen(one), isOpen(two), isOpen(three)])).toEqual([false, true, true])
    await two.supabase.auth.signOut({ scope: 'others' })
    expect(await Promise.all([isOpen(two), isOpen(three)])).toEqual([true, false])
    const four = await signIn(email)
    await two.supabase.auth.signOut()
    expect(await Promise.all([isOpen(two), isOpen(four)])).toEqual([false, false])
    expect(await post('/logout?scope=planet', {})).toMatchObject({ status: 400 })
  })

  it('an ended session has the response that supabase-js expects', async () => {
    const { supabase, session } = await signIn()
    await supabase.auth.signOut()
    const authorization = `Bearer ${session.access_token}`
    const response = await fetch(`${backend.url}/auth/v1/user`, {
      headers: { apikey: backend.tokens.publishableKey, authorization, ...apiVersion }
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(await response.json()).toMatchObject({ code: 'session_not_found' })
  })

  it('a banned user is refused at sign-in, refresh and use', async () => {
    const { supabase, session, user } = await signIn()
    await backend.database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      user.id
    ])
    expect((await supabase.auth.getUser(session.access_token)).error).toMatchObject({ code: 'user_banned' })
    expect((await supabase.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' })
    await supabase.auth.signInWithOtp({ email: user.email ?? '' })
    const again = await supabase.auth.verifyOtp({ email: user.email ?? '', token: lastCode(), type: 'email' })
    expect(again.error).toMatchObject({ status: 403, code: 'user_banned' })
  })
})

describe('the user', () => {
  it('can change only their own metadata', async () => {
    const { supabase, user } = await signIn()
    await supabase.auth.updateUser({ data: { first_name: 'Ann', last_name: 'Lee' } })
    const { data } = await supabase.auth.updateUser({ data: { last_name: null } })
    expect(data.user?.user_metadata).toMatchObject({ first_name: 'Ann', email_verified: true })
    expect(data.user?.user_metadata).not.toHaveProperty('last_name')
    expect(await put('/user', { role: 'service_role' }, supabase)).toMatchObject({
      status: 200,
      body: { role: 'authenticated' }
    })
    expect(await put('/user', { app_metadata: {} }, supabase)).toMatchObject({
      status: 403,
      body: { code: 'not_admin' }
    })
    const { data: after } = await supabase.auth.getUser()
    expect(after.user).toMatchObject({ email: user.email, app_metadata: { provider: 'email' } })
  })

  it('is only returned to the bearer', async () => {
    const ask = (authorization?: string) =>
      fetch(`${backend.url}/auth/v1/user`, {
        headers: { apikey: backend.tokens.publishableKey, ...apiVersion, ...(authorization ? { authorization } : {}) }
      })
    for (const key of [undefined, `Bearer ${backend.tokens.publishableKey}`]) {
      const response = await ask(key)
      expect([response.status, (await response.json()).code]).toEqual([403, 'bad_jwt'])
    }
    expect(await (await ask('Bearer a.b.c')).json()).toMatchObject({ code: 'bad_jwt' })
    const expired = await backend.signIn('0190a000-0000-7000-8000-000000000000', {}, -1)
    expect(await (await ask(`Bearer ${expired}`)).json()).toMatchObject({ code: 'bad_jwt' })
    const stranger = await backend.signIn('0190a000-0000-7000-8000-000000000000')
    expect(await (await ask(`Bearer ${stranger}`)).json()).toMatchObject({ code: 'user_not_found' })
  })
})

describe('the rest of the surface', () => {
  it('serves health and keys without a key, everything else only with one', async () => {
    const status = async (path: string) => (await fetch(`${backend.url}/auth/v1${path}`)).status
    expect(await status('/health')).toBe(200)
    expect(await status('/.well-known/jwks.json')).toBe(200)
    expect(await status('/settings')).toBe(401)
    expect(await post('/otp', { email: freshAddress() }, { apikey: 'sb_publishable_guess' })).toMatchObject({
      status: 401,
      body: { code: 'no_api_key' }
    })
  })

  it('returns its settings, and 404 for unsupported paths', async () => {
    const response = await fetch(`${backend.url}/auth/v1/settings?apikey=${backend.tokens.publishableKey}`)
    expect(await response.json()).toMatchObject({ external: { email: true, phone: false }, disable_signup: false })
    expect(await post('/sso', {})).toMatchObject({ status: 404, body: '404 page not found' })
    const head = await fetch(`${backend.url}/auth/v1/health`, { method: 'HEAD' })
    expect(head.status).toBe(404)
  })

  it.each(['2024-01-01', '2026-01-01'])('answers an error in the form of the version %s', async (version) => {
    const answer = await post('/otp', {}, { 'x-supabase-api-version': version })
    expect(answer.body).toEqual({ code: 'validation_failed', message: 'One of email or phone must be set' })
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(answer.headers.get('x-sb-error-code')).toBe('validation_failed')
  })

  it.each(['', '2023-12-31', 'newest'])('answers an error in the first form to the version %j', async (version) => {
    const answer = await post('/otp', {}, { 'x-supabase-api-version': version })
    const msg = 'One of email or phone must be set'
    expect(answer).toMatchObject({ status: 400, body: { code: 400, error_code: 'validation_failed', msg } })
    expect(answer.headers.get('x-supabase-api-version')).toBeNull()
  })

  it('the admin API accepts the secret key alone in the header `apikey`, and no other key there', async () => {
    const list = (apikey: string) => fetch(`${backend.url}/auth/v1/admin/users?per_page=2000`, { headers: { apikey } })
    expect((await list(backend.tokens.secretKey)).status).toBe(200)
    expect((await list(backend.tokens.publishableKey)).status).toBe(403)
    const { admin } = backend.client(undefined, { key: backend.tokens.secretKey }).auth
    const { error } = await admin.createUser({ id: 'one', email: freshAddress() })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('logs neither codes nor addresses', () => {
    expect(backend.lines.join('\n')).not.toMatch(/\b\d{6}\b|@hackney/)
  })
})
