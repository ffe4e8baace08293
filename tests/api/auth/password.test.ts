import { describe, expect, it } from 'vitest'
import { service, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { codeFor, freshEmail, messageCount, newcomer, raw, untilFree, unwrapSession } from './support.ts'

const env = stackUnderTest()
const password = 'correct-Horse-7'
const wrong = { code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' }

async function confirmed(email = freshEmail()) {
  const { data, error } = await service(env).auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  return { email, id: data.user.id }
}

describe('sign-up by password', () => {
  it('gives no session until the address is verified', async () => {
    const email = freshEmail()
    const client = visitor(env)
    const signUp = () => client.auth.signUp({ email, password, options: { data: { first_name: 'Ann' } } })
    const token = await codeFor(env, email, async () => {
      const { data, error } = await signUp()
      expect(data.session).toBeNull()
      expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Ann' } })
      return { error }
    })
    const early = await client.auth.signInWithPassword({ email, password })
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 })
    unwrapSession(await client.auth.verifyOtp({ email, token, type: 'signup' }))
    const { session } = unwrapSession(await visitor(env).auth.signInWithPassword({ email, password }))
    const { data } = await client.auth.getClaims(session.access_token)
    expect(data?.claims.amr).toMatchObject([{ method: 'password' }])
  })

  it('responds the same to an address that has an account, and sends nothing', async () => {
    const { email, id } = await confirmed()
    const { data, error } = await visitor(env).auth.signUp({ email, password: 'another-Horse-8' })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.identities).toEqual([])
    expect(data.user?.id).not.toBe(id)
    expect(await messageCount(env, email)).toBe(0)
    expect((await visitor(env).auth.signInWithPassword({ email, password: 'another-Horse-8' })).error).toMatchObject(
      wrong
    )
  })

  it('sends another confirmation, but none to an unknown address', async () => {
    const email = freshEmail()
    const client = visitor(env)
    await codeFor(env, email, () => client.auth.signUp({ email, password }))
    await untilFree()
    const token = await codeFor(env, email, () => client.auth.resend({ type: 'signup', email }))
    unwrapSession(await client.auth.verifyOtp({ email, token, type: 'signup' }))
    const unknown = freshEmail()
    expect((await client.auth.resend({ type: 'signup', email: unknown })).error).toBeNull()
    expect(await messageCount(env, unknown)).toBe(0)
  })

  it('voids a password for an address that another person verifies', async () => {
    const email = freshEmail()
    await codeFor(env, email, () => visitor(env).auth.signUp({ email, password }))
    await untilFree()
    await newcomer(env, email)
    expect((await visitor(env).auth.signInWithPassword({ email, password })).error).toMatchObject(wrong)
  })

  it('refuses weak, missing and overlong passwords', async () => {
    const email = freshEmail()
    const weak = await visitor(env).auth.signUp({ email, password: 'abc' })
    expect(weak.error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['length'] })
    for (const bad of ['', 'x'.repeat(73)]) {
      expect(await raw(env, '/signup', { body: { email, password: bad } })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' }
      })
    }
    expect((await visitor(env).auth.signInAnonymously()).error).toMatchObject({
      code: 'anonymous_provider_disabled',
      status: 422
    })
  })
})

describe('sign-in by password', () => {
  it('gives the same response to a wrong password, an unknown address and an account without a password', async () => {
    const { email } = await confirmed()
    const { user } = await newcomer(env)
    for (const attempt of [
      { email, password: 'wrong' },
      { email, password: '' },
      { email: freshEmail(), password },
      { email: user.email ?? '', password: '' }
    ]) {
      const { status, body } = await raw(env, '/token?grant_type=password', { body: attempt })
      expect({ status, ...body }).toEqual(wrong)
    }
  })

  it('refuses banned users', async () => {
    const { email, id } = await confirmed()
    await service(env).auth.admin.updateUserById(id, { ban_duration: '1h' })
    const { error } = await visitor(env).auth.signInWithPassword({ email, password })
    expect(error).toMatchObject({ code: 'user_banned', status: 400 })
  })

  it('ignores a captcha token', async () => {
    const { email } = await confirmed()
    const options = { captchaToken: 'anything' }
    expect((await visitor(env).auth.signInWithPassword({ email, password, options })).error).toBeNull()
  })
})

describe('a forgotten password', () => {
  it('is replaced by the person who reads the mail, and other sessions end', async () => {
    const { email } = await confirmed()
    const elsewhere = visitor(env)
    unwrapSession(await elsewhere.auth.signInWithPassword({ email, password }))
    const client = visitor(env)
    const token = await codeFor(env, email, () => client.auth.resetPasswordForEmail(email))
    unwrapSession(await client.auth.verifyOtp({ email, token, type: 'recovery' }))
    const same = await client.auth.updateUser({ password })
    expect(same.error).toMatchObject({ code: 'same_password', status: 422 })
    expect((await client.auth.updateUser({ password: 'short' })).error).toMatchObject({ code: 'weak_password' })
    expect((await client.auth.updateUser({ password: 'changed-Horse-9' })).error).toBeNull()
    expect((await elsewhere.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await visitor(env).auth.signInWithPassword({ email, password })).error).toMatchObject(wrong)
    unwrapSession(await visitor(env).auth.signInWithPassword({ email, password: 'changed-Horse-9' }))
  })

  it('reveals to no one whether an address has an account', async () => {
    const { email } = await confirmed()
    const unknown = freshEmail()
    const known = await visitor(env).auth.resetPasswordForEmail(email)
    expect(await visitor(env).auth.resetPasswordForEmail(unknown)).toEqual(known)
    expect(await messageCount(env, unknown)).toBe(0)
  })

  it('a recovery code cannot be used as an invitation', async () => {
    const { email } = await confirmed()
    const client = visitor(env)
    const token = await codeFor(env, email, () => client.auth.resetPasswordForEmail(email))
    const { error } = await client.auth.verifyOtp({ email, token, type: 'invite' })
    expect(error).toMatchObject({ code: 'otp_expired', status: 403 })
  })
})
