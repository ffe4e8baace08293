import { describe, expect, it } from 'vitest'
import { service, signIn, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { codeFor, freshEmail, freshPhone, newcomer, raw, untilFree, unwrapSession } from './support.ts'

const env = stackUnderTest()
const { admin } = service(env).auth

describe('the admin API', () => {
  it('creates, reads, changes and deletes a user', async () => {
    const [email, phone] = [freshEmail(), freshPhone()]
    const { data, error } = await admin.createUser({
      email,
      phone,
      password: 'correct-Horse-7',
      email_confirm: true,
      user_metadata: { first_name: 'Ann' },
      app_metadata: { fleet: 'x' }
    })
    expect(error).toBeNull()
    const id = data.user?.id ?? ''
    expect(data.user).toMatchObject({
      email,
      phone: phone.slice(1),
      user_metadata: { first_name: 'Ann' },
      app_metadata: { provider: 'email', providers: ['email', 'phone'], fleet: 'x' }
    })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect(data.user?.phone_confirmed_at).toBeUndefined()
    expect((await admin.getUserById(id)).data.user?.identities).toHaveLength(2)
    const changed = freshEmail()
    const update = await admin.updateUserById(id, { email: changed, email_confirm: true, user_metadata: { a: 1 } })
    expect(update.data.user).toMatchObject({ email: changed, user_metadata: { first_name: 'Ann', a: 1 } })
    unwrapSession(await visitor(env).auth.signInWithPassword({ email: changed, password: 'correct-Horse-7' }))
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject({ code: 'user_not_found', status: 404 })
  })

  it('refuses to delete a user with ledger entries', async () => {
    const { user } = await newcomer(env)
    const desk = await signIn(env, 'admin4@hackney.test')
    expect((await desk.client.rpc('add_to_wallet', { user_id: user.id, amount: 5 })).error).toBeNull()
    // Supabase's Auth answers the database's refusal with a 500.
    expect([409, 500]).toContain((await admin.deleteUser(user.id)).error?.status)
    expect((await admin.getUserById(user.id)).error).toBeNull()
  })

  it('lists users page by page', async () => {
    for (let n = 0; n < 3; n += 1) await admin.createUser({ email: freshEmail() })
    const { data, error } = await admin.listUsers({ page: 1, perPage: 2 })
    expect(error).toBeNull()
    expect(data.users).toHaveLength(2)
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 })
    const second = await admin.listUsers({ page: 2, perPage: 2 })
    expect(second.data.users.map(({ id }) => id)).not.toContain(data.users[0]?.id)
    expect('total' in data && data.total).toBeGreaterThan(2)
    const { status, body } = await raw(env, '/admin/users?page=x', { key: env.SUPABASE_SECRET_KEY })
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it('bans a user for a time, and lifts the ban', async () => {
    const { client, user, session } = await newcomer(env)
    const { data } = await admin.updateUserById(user.id, { ban_duration: '24h' })
    expect(Date.parse(data.user?.banned_until ?? '')).toBeGreaterThan(Date.now() + 23 * 3600_000)
    expect((await raw(env, '/user', { token: session.access_token })).body.code).toBe('user_banned')
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'user_banned' })
    await admin.updateUserById(user.id, { ban_duration: 'none' })
    expect((await raw(env, '/user', { token: session.access_token })).status).toBe(200)
    const bad = await admin.updateUserById(user.id, { ban_duration: 'for ever' })
    expect(bad.error).toMatchObject({ code: 'validation_failed', status: 400 })
  })

  it('soft-deletes a user, which frees the address', async () => {
    const { user, session } = await newcomer(env)
    expect((await admin.deleteUser(user.id, true)).error).toBeNull()
    expect((await raw(env, '/user', { token: session.access_token })).status).toBe(403)
    await untilFree()
    expect((await newcomer(env, user.email)).user.id).not.toBe(user.id)
    expect((await admin.deleteUser(user.id, true)).error).toBeNull()
    expect((await admin.getUserById(user.id)).data.user?.deleted_at).toBeTruthy()
    expect((await admin.deleteUser(user.id)).error).toBeNull()
    expect((await admin.getUserById(user.id)).error).toMatchObject({ code: 'user_not_found', status: 404 })
  })

  it('soft-deletes a user with a number and an unconfirmed change, whose profile then has no contact', async () => {
    const [phone, next] = [freshPhone(), freshEmail()]
    const { client, user } = await newcomer(env)
    await untilFree()
    await codeFor(env, next, () => client.auth.updateUser({ email: next }))
    await admin.updateUserById(user.id, { phone, phone_confirm: true })
    expect((await admin.deleteUser(user.id, true)).error).toBeNull()
    const { data } = await service(env).from('profiles').select('email, mobile').eq('id', user.id).single()
    expect(data).toEqual({ email: null, mobile: null })
    const { error } = await admin.createUser({ email: user.email ?? '', phone })
    expect(error).toBeNull()
  })

  it('refuses taken, unknown and malformed values', async () => {
    const { user } = await newcomer(env)
    const email = user.email ?? ''
    expect((await admin.createUser({ email })).error).toMatchObject({ code: 'email_exists', status: 422 })
    expect((await admin.createUser({})).error).toMatchObject({ code: 'validation_failed', status: 400 })
    expect((await admin.createUser({ email: 'nobody' })).error).toMatchObject({ code: 'validation_failed' })
    expect((await admin.createUser({ email: freshEmail(), password: 'x' })).error).toMatchObject({
      code: 'weak_password'
    })
    expect((await admin.deleteUser(crypto.randomUUID())).error).toMatchObject({ code: 'user_not_found' })
    const [mine, theirs] = [await newcomer(env), await newcomer(env)]
    const { error } = await admin.updateUserById(mine.user.id, { email: theirs.user.email ?? '' })
    expect(error).toMatchObject({ code: 'email_exists', status: 422 })
    const many = freshEmail()
    const made = await Promise.all(Array.from({ length: 4 }, () => admin.createUser({ email: many })))
    expect(made.filter((result) => !result.error)).toHaveLength(1)
  })

  it('is closed to every other key and token', async () => {
    const { session } = await newcomer(env)
    const paths = ['/admin/users', `/admin/users/${crypto.randomUUID()}`]
    for (const path of paths) {
      expect([401, 403]).toContain((await raw(env, path)).status)
      expect(await raw(env, path, { token: session.access_token })).toMatchObject({
        status: 403,
        body: { code: 'not_admin' }
      })
      expect([401, 403]).toContain((await raw(env, path, { token: env.SUPABASE_PUBLISHABLE_KEY })).status)
      expect(await raw(env, path, { token: 'a.b.c' })).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    }
    for (const path of ['/invite', '/admin/generate_link']) {
      expect(await raw(env, path, { token: session.access_token, body: { email: 'a@b.example' } })).toMatchObject({
        status: 403,
        body: { code: 'not_admin' }
      })
    }
  })
})

describe('an invitation', () => {
  it('is accepted by its code, and cannot be sent to a member', async () => {
    const email = freshEmail()
    const token = await codeFor(env, email, () => admin.inviteUserByEmail(email, { data: { first_name: 'Ann' } }))
    const client = visitor(env)
    const { user } = unwrapSession(await client.auth.verifyOtp({ email, token, type: 'invite' }))
    expect(user).toMatchObject({ email, user_metadata: { first_name: 'Ann' } })
    expect(user.invited_at).toBeTruthy()
    expect((await client.auth.updateUser({ password: 'correct-Horse-7' })).error).toBeNull()
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ code: 'email_exists', status: 422 })
  })
})
