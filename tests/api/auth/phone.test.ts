import { describe, expect, it } from 'vitest'
import { service, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { codeFor, freshPhone, messageCount, newestText, raw, untilFree, unwrapSession } from './support.ts'

const env = stackUnderTest()
const refusal = { code: 'otp_expired', status: 403 }

describe('signing in by a code in a text message', () => {
  // Spec 7.38, 7.49
  it('creates an account for an unknown number, and later signs the same person in', async () => {
    const phone = freshPhone()
    const client = visitor(env)
    const token = await codeFor(env, phone, () => client.auth.signInWithOtp({ phone }))
    const { user, session } = unwrapSession(await client.auth.verifyOtp({ phone, token, type: 'sms' }))
    expect(user).toMatchObject({ phone: phone.slice(1), email: '', app_metadata: { provider: 'phone' } })
    expect(user.phone_confirmed_at).toBeTruthy()
    expect(user.identities?.[0]).toMatchObject({ provider: 'phone' })
    const { data } = await client.auth.getClaims(session.access_token)
    expect(data?.claims).toMatchObject({ phone: phone.slice(1), role: 'authenticated', user_role: 'rider' })
    await untilFree()
    const again = await codeFor(env, phone, () => client.auth.signInWithOtp({ phone }))
    const second = unwrapSession(await visitor(env).auth.verifyOtp({ phone, token: again, type: 'sms' }))
    expect(second.user.id).toBe(user.id)
  })

  it('keeps codes of numbers and of addresses apart', async () => {
    const phone = freshPhone()
    const client = visitor(env)
    const token = await codeFor(env, phone, () => client.auth.signInWithOtp({ phone }))
    expect((await client.auth.verifyOtp({ phone, token, type: 'phone_change' })).error).toMatchObject(refusal)
    expect((await client.auth.verifyOtp({ phone: freshPhone(), token, type: 'sms' })).error).toMatchObject(refusal)
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
  })

  it('sends another code', async () => {
    const phone = freshPhone()
    const client = visitor(env)
    await codeFor(env, phone, () => client.auth.signInWithOtp({ phone }))
    await untilFree()
    const token = await codeFor(env, phone, () => client.auth.resend({ type: 'sms', phone }))
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
  })

  it('waits between two messages to one number', async () => {
    const phone = freshPhone()
    const client = visitor(env)
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull()
    const { error } = await client.auth.signInWithOtp({ phone })
    expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
  })

  it('is sent to an unknown number only if the request may create an account', async () => {
    const [known, unknown] = [freshPhone(), freshPhone()]
    await service(env).auth.admin.createUser({ phone: known, phone_confirm: true })
    const options = { shouldCreateUser: false }
    const one = await visitor(env).auth.signInWithOtp({ phone: known, options })
    const other = await visitor(env).auth.signInWithOtp({ phone: unknown, options })
    expect(one.error).toBeNull()
    expect(other.error).toMatchObject({ status: 422, code: 'otp_disabled' })
    expect([await messageCount(env, known), await messageCount(env, unknown)]).toEqual([1, 0])
  })

  it('writes in the language of the account', async () => {
    const phone = freshPhone()
    const since = Date.now()
    await visitor(env).auth.signInWithOtp({ phone, options: { data: { lang_locale: 'de' } } })
    expect(await newestText(env, phone, since)).toMatch(/^\d+ ist Ihr Code für /)
  })

  it.each(['0041', '+', '12345678901234567', 'abc'])('refuses the number %j', async (phone) => {
    expect(await raw(env, '/otp', { body: { phone } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' }
    })
  })

  it('refuses number and address together', async () => {
    const body = { phone: freshPhone(), email: 'a@b.example', token: '123456', type: 'sms' }
    expect(await raw(env, '/verify', { body })).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(await raw(env, '/otp', { body })).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })
})
