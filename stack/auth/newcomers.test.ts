/** The Before User Created hook: who is asked about, what the hook sees, and what a refusal leaves behind. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../testing/backend.ts'
import { parseAuthConfig } from './config.ts'
import { createAuth } from './index.ts'

/** A hook that keeps what it was asked, and refuses whose address begins with "no". */
const migration = `
  create table public.asked (n bigint generated always as identity, event jsonb);
  create function public.newcomer(event jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.asked (event) values (newcomer.event);
    return case when event #>> '{user,email}' like 'no%'
      then '{"error": {"http_code": 429, "message": "too_many_requests"}}'::jsonb else '{}'::jsonb end;
  end $$;
  revoke execute on function public.newcomer(jsonb) from public, anon, authenticated;
  grant execute on function public.newcomer(jsonb) to supabase_auth_admin;
`
const text = `
  [auth]
  enable_signup = true
  [auth.email]
  enable_confirmations = true
  max_frequency = "0"
  [auth.sms]
  enable_signup = true
  max_frequency = "0"
  [auth.rate_limit]
  email_sent = 1000
  sms_sent = 1000
  [auth.hook.before_user_created]
  enabled = true
  uri = "pg-functions://postgres/public/newcomer"
`
let backend: Backend
const mails: { text: string }[] = []
let counter = 0
const fresh = (start = 'yes') => `${start}${++counter}@hackney.test`
const asked = () =>
  backend.database.query<{ event: { user: Record<string, unknown>; metadata: Record<string, unknown> } }>(
    'select event from public.asked order by n'
  )
const users = async (email: string) =>
  (await backend.database.query('select 1 from auth.users where email = $1', [email])).length

beforeAll(async () => {
  backend = await startBackend(migration)
  const { database, tokens, log } = backend
  const config = parseAuthConfig(text, 'config.toml', {})
  const mail = (message: { text: string }) => mails.push(message)
  const siteUrl = 'http://127.0.0.1:5173'
  backend.mount('/auth/v1', createAuth({ database, tokens, log, mail, config, siteUrl, apiUrl: backend.url }))
}, 60_000)
beforeEach(async () => {
  mails.length = 0
  await backend.database.query('delete from public.asked')
})
afterAll(() => backend.stop())

describe('the Before User Created hook', () => {
  it('sees a newcomer and the network address, and is not asked about somebody who has an account', async () => {
    const email = fresh()
    const { auth } = backend.client()
    expect((await auth.signInWithOtp({ email })).error).toBeNull()
    expect((await auth.signInWithOtp({ email })).error).toBeNull()
    const rows = await asked()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.event.user).toMatchObject({ email, phone: '', app_metadata: { provider: 'email' } })
    expect(rows[0]?.event.metadata).toMatchObject({ name: 'before-user-created', ip_address: '127.0.0.1' })
  })

  it('sees a number without plus, as Auth stores it', async () => {
    const phone = `+42379${++counter}`
    expect((await backend.client().auth.signInWithOtp({ phone })).error).toBeNull()
    expect((await asked())[0]?.event.user).toMatchObject({ email: '', phone: phone.slice(1) })
  })

  it.each(['signInWithOtp', 'signUp'] as const)('refuses before anything is stored or sent: %s', async (way) => {
    const email = fresh('no')
    const { auth } = backend.client()
    const { error } =
      way === 'signUp' ? await auth.signUp({ email, password: 'correct-Horse-7' }) : await auth.signInWithOtp({ email })
    expect(error).toMatchObject({ status: 429, message: 'too_many_requests' })
    expect(mails).toEqual([])
    expect(await users(email)).toBe(0)
    // What the hook counted stays, although it refused.
    expect(await asked()).toHaveLength(1)
  })
})
