import { describe, expect, it } from 'vitest'
import { newestCode, service } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import {
  codeFor,
  freshEmail,
  freshPhone,
  messageCount,
  newcomer,
  otherThan,
  raw,
  untilFree,
  unwrapSession
} from './support.ts'

const env = stackUnderTest()

describe('a change of address', () => {
  it('needs codes from both addresses, in any order', async () => {
    for (const newFirst of [true, false]) {
      const { client, user } = await newcomer(env)
      const [before, after] = [user.email ?? '', freshEmail()]
      const since = Date.now()
      const { data, error } = await client.auth.updateUser({ email: after })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email: before, new_email: after })
      const order = newFirst ? [after, before] : [before, after]
      const [first, second] = order as [string, string]
      const half = await client.auth.verifyOtp({
        email: first,
        token: await newestCode(env, first, since),
        type: 'email_change'
      })
      expect(half.error).toBeNull()
      expect(half.data.session).toBeNull()
      expect((await client.auth.getUser()).data.user?.email).toBe(before)
      const token = await newestCode(env, second, since)
      const done = unwrapSession(await client.auth.verifyOtp({ email: second, token, type: 'email_change' }))
      expect(done.user).toMatchObject({ id: user.id, email: after })
      expect(done.user.new_email).toBeUndefined()
      expect(done.user.identities?.[0]?.identity_data).toMatchObject({ email: after })
      const { data: profile } = await client.from('profiles').select('email').eq('id', user.id).single()
      expect(profile).toEqual({ email: after })
    }
  })

  it('is not complete with one address, and accepts each code once', async () => {
    const { client, user } = await newcomer(env)
    const after = freshEmail()
    const token = await codeFor(env, after, () => client.auth.updateUser({ email: after }))
    const proof = { email: after, token, type: 'email_change' } as const
    expect((await client.auth.verifyOtp(proof)).error).toBeNull()
    expect((await client.auth.verifyOtp(proof)).error).toMatchObject({ code: 'otp_expired', status: 403 })
    expect((await client.auth.getUser()).data.user?.email).toBe(user.email)
  })

  it('is refused for an address that another account has', async () => {
    const taken = await newcomer(env)
    const { client, user } = await newcomer(env)
    const { error } = await client.auth.updateUser({ email: taken.user.email ?? '' })
    expect(error).toMatchObject({ code: 'email_exists', status: 422 })
    expect((await client.auth.getUser()).data.user).toMatchObject({ email: user.email })
  })

  it('can send its codes again', async () => {
    const { client, user } = await newcomer(env)
    const [before, after] = [user.email ?? '', freshEmail()]
    await client.auth.updateUser({ email: after })
    await untilFree()
    const since = Date.now()
    expect((await client.auth.resend({ type: 'email_change', email: before })).error).toBeNull()
    for (const email of [before, after]) {
      const token = await newestCode(env, email, since)
      expect((await client.auth.verifyOtp({ email, token, type: 'email_change' })).error).toBeNull()
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(after)
  })
})

describe('a change of number', () => {
  it('needs the code sent to the new number', async () => {
    const { client, user } = await newcomer(env)
    const phone = freshPhone()
    const token = await codeFor(env, phone, () => client.auth.updateUser({ phone }))
    expect((await client.auth.getUser()).data.user).toMatchObject({ phone: '', new_phone: phone.slice(1) })
    const wrong = await client.auth.verifyOtp({ phone, token: otherThan(token), type: 'phone_change' })
    expect(wrong.error).toMatchObject({ code: 'otp_expired', status: 403 })
    const done = unwrapSession(await client.auth.verifyOtp({ phone, token, type: 'phone_change' }))
    expect(done.user).toMatchObject({ id: user.id, phone: phone.slice(1), email: user.email })
    expect(done.user.app_metadata.providers).toEqual(['email', 'phone'])
    const other = await newcomer(env)
    const { error } = await other.client.auth.updateUser({ phone })
    expect(error).toMatchObject({ code: 'phone_exists', status: 422 })
  })

  it('can send its code again', async () => {
    const { client } = await newcomer(env)
    const phone = freshPhone()
    await client.auth.updateUser({ phone })
    await untilFree()
    const token = await codeFor(env, phone, () => client.auth.resend({ type: 'phone_change', phone }))
    expect((await client.auth.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull()
  })
})

describe('changes of address and number', () => {
  it('are ten a day for an account: no captcha guards them, and each writes to whom the person likes', async () => {
    const { client, user } = await newcomer(env)
    const use = { bucket: `contact_change:${user.id}`, limit_count: 10, window_secs: 86_400, cost: 9 }
    expect((await service(env).rpc('take_rate_limit', use)).data).toBe(true)
    const [tenth, further] = [freshEmail(), freshEmail()]
    await codeFor(env, tenth, () => client.auth.updateUser({ email: tenth }))
    await untilFree()
    const refused = { status: 429, message: 'too_many_requests' }
    expect((await client.auth.updateUser({ email: further })).error).toMatchObject(refused)
    const phone = freshPhone()
    expect((await client.auth.updateUser({ phone })).error).toMatchObject(refused)
    expect([await messageCount(env, further), await messageCount(env, phone)]).toEqual([0, 0])
    expect((await client.auth.getUser()).data.user).toMatchObject({ new_email: tenth })
    await codeFor(env, user.email ?? '', () => client.auth.reauthenticate())
  })
})

describe('an account', () => {
  it('gets a reauthentication code at its own address', async () => {
    const { client, user } = await newcomer(env)
    const code = await codeFor(env, user.email ?? '', () => client.auth.reauthenticate())
    expect(code).toMatch(/^\d{6,10}$/)
    expect([401, 403]).toContain((await raw(env, '/reauthenticate')).status)
  })

  it('cannot change its app metadata, other accounts or identities', async () => {
    const { client, session } = await newcomer(env)
    const token = session.access_token
    expect(await raw(env, '/user', { method: 'PUT', token, body: { app_metadata: { role: 'admin' } } })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' }
    })
    expect([401, 403]).toContain((await raw(env, '/user', { method: 'PUT', body: { data: {} } })).status)
    const linked = await client.auth.linkIdentity({ provider: 'google' })
    expect(linked.error).toMatchObject({ code: 'manual_linking_disabled', status: 404 })
  })

  it('can request another code only for a known type', async () => {
    for (const body of [{ type: 'party', email: 'a@b.example' }, { type: 'sms' }, { type: 'signup', phone: '+4231' }]) {
      expect(await raw(env, '/resend', { body })).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    }
  })
})
