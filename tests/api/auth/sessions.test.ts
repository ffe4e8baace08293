import { describe, expect, it } from 'vitest'
import { service, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { freshEmail, newcomer, raw, unwrapSession } from './support.ts'

const env = stackUnderTest()
const password = 'correct-Horse-7'

/** The same person on three devices. */
async function devices() {
  const email = freshEmail()
  await service(env).auth.admin.createUser({ email, password, email_confirm: true })
  const open = async () => {
    const client = visitor(env)
    return { client, ...unwrapSession(await client.auth.signInWithPassword({ email, password })) }
  }
  return [await open(), await open(), await open()] as const
}

describe('signing out', () => {
  const isOpen = async ({ session }: { session: { access_token: string } }) =>
    (await raw(env, '/user', { token: session.access_token })).status === 200

  // Spec 7.40
  it('works for this session, the others or all', async () => {
    const [one, two, three] = await devices()
    await one.client.auth.signOut({ scope: 'local' })
    expect(await Promise.all([isOpen(one), isOpen(two), isOpen(three)])).toEqual([false, true, true])
    await two.client.auth.signOut({ scope: 'others' })
    expect(await Promise.all([isOpen(two), isOpen(three)])).toEqual([true, false])
    await two.client.auth.signOut({ scope: 'global' })
    expect(await isOpen(two)).toBe(false)
    expect((await raw(env, '/user', { token: two.session.access_token })).body).toMatchObject({
      code: 'session_not_found'
    })
  })

  it('works for the service with the owner’s token', async () => {
    const [one, two] = await devices()
    expect((await service(env).auth.admin.signOut(one.session.access_token, 'others')).error).toBeNull()
    expect(await Promise.all([isOpen(one), isOpen(two)])).toEqual([true, false])
  })
})

describe('refreshing', () => {
  it('gives simultaneous requests the same token', async () => {
    const { session } = await newcomer(env)
    const refresh = () => visitor(env).auth.refreshSession({ refresh_token: session.refresh_token })
    const results = await Promise.all([refresh(), refresh(), refresh()])
    for (const { error } of results) expect(error).toBeNull()
    const issued = new Set(results.map(({ data }) => data.session?.refresh_token))
    expect(issued.size).toBe(1)
    expect(issued).not.toContain(session.refresh_token)
  })

  it('refuses anything but a refresh token', async () => {
    const { error } = await visitor(env).auth.refreshSession({ refresh_token: 'guess' })
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 })
    expect(await raw(env, '/token?grant_type=refresh_token', { body: {} })).toMatchObject({ status: 400 })
    expect(await raw(env, '/token?grant_type=magic', { body: {} })).toMatchObject({ status: 400 })
  })
})

describe('a token', () => {
  it('is refused when forged, cut or missing', async () => {
    const { session } = await newcomer(env)
    const [head, , signature] = session.access_token.split('.')
    const claims = Buffer.from(JSON.stringify({ sub: crypto.randomUUID(), role: 'service_role' })).toString('base64url')
    for (const token of [`${head}.${claims}.${signature}`, 'a.b.c']) {
      const { status, body } = await raw(env, '/user', { token })
      expect([status, body.code]).toEqual([403, 'bad_jwt'])
    }
    expect([401, 403]).toContain((await raw(env, '/user')).status)
  })

  it('is not needed for health, and the settings need only a key', async () => {
    expect((await fetch(`${env.SUPABASE_URL}/auth/v1/settings`)).status).toBe(401)
    expect((await fetch(`${env.SUPABASE_URL}/auth/v1/health`)).status).toBe(200)
    expect((await raw(env, '/settings')).body).toMatchObject({
      external: { email: true, phone: true, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false
    })
  })
})
