import { describe, expect, it } from 'vitest'
import { newestCode, service, signIn, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { codeFor, freshEmail, freshPhone, newcomer, raw, untilFree, unwrapSession } from './support.ts'

const env = stackUnderTest()
const password = 'correct-Horse-7'
const megabytes = { story: 'x'.repeat(3_000_000) }

describe('metadata', () => {
  it('of several megabytes is refused by every endpoint', async () => {
    const { client, session } = await newcomer(env)
    const refused = { status: 422, body: { code: 'validation_failed' } }
    const token = session.access_token
    expect(await raw(env, '/user', { method: 'PUT', token, body: { data: megabytes } })).toMatchObject(refused)
    expect(await raw(env, '/otp', { body: { email: freshEmail(), data: megabytes } })).toMatchObject(refused)
    expect(await raw(env, '/signup', { body: { email: freshEmail(), password, data: megabytes } })).toMatchObject(
      refused
    )
    expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('story')
  })

  it('cannot grow piece by piece', async () => {
    const { client } = await newcomer(env)
    const codes = []
    for (let n = 0; n < 4; n += 1) {
      const { error } = await client.auth.updateUser({ data: { [`part${n}`]: 'x'.repeat(6000) } })
      codes.push(error?.code ?? null)
    }
    expect(codes).toEqual([null, null, 'validation_failed', 'validation_failed'])
  })

  it('is not in the access token, which stays small', async () => {
    const { client } = await newcomer(env)
    await client.auth.updateUser({ data: { first_name: 'Ann', story: 'x'.repeat(7000) } })
    const { data } = await client.auth.refreshSession()
    expect(data.user?.user_metadata).toMatchObject({ first_name: 'Ann' })
    const token = data.session?.access_token ?? ''
    expect(token.length).toBeLessThan(2000)
    expect((await client.auth.getClaims(token)).data?.claims.user_metadata).toEqual({})
  })
})

describe('the response to a sign-up', () => {
  const shape = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, inner]) => [key, shape(inner)])
            .sort()
        )
      : typeof value === 'string'
        ? value.replace(/[\w-]/g, '').replace(/\d/g, '')
        : value

  it('is the same for a new, an unverified and a known address, also the second time', async () => {
    const known = freshEmail()
    await service(env).auth.admin.createUser({ email: known, password, email_confirm: true })
    const data = { first_name: 'Ann' }
    const answers = []
    for (const email of [known, freshEmail()]) {
      const first = await raw(env, '/signup', { body: { email, password, data } })
      await untilFree()
      const second = await raw(env, '/signup', { body: { email, password, data } })
      expect(second.body.id).toBe(first.body.id)
      answers.push(
        { status: first.status, body: shape(first.body) },
        { status: second.status, body: shape(second.body) }
      )
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})

describe('a contact', () => {
  it('of a phone account can become an address by its code, and the profile follows', async () => {
    const [phone, email] = [freshPhone(), freshEmail()]
    const client = visitor(env)
    const token = await codeFor(env, phone, () => client.auth.signInWithOtp({ phone }))
    const { user } = unwrapSession(await client.auth.verifyOtp({ phone, token, type: 'sms' }))
    const profile = async () =>
      (await client.from('profiles').select('email, mobile, mobile_verified').eq('id', user.id).single()).data
    expect(await profile()).toEqual({ email: null, mobile: phone.slice(1), mobile_verified: true })
    const { error } = await client.rpc('update_profile', { email: 'rider@hackney.test' })
    expect(error).toMatchObject({ message: 'email_unproved' })
    const code = await codeFor(env, email, () => client.auth.updateUser({ email }))
    expect(await profile()).toMatchObject({ email: null })
    unwrapSession(await client.auth.verifyOtp({ email, token: code, type: 'email_change' }))
    expect(await profile()).toEqual({ email, mobile: phone.slice(1), mobile_verified: true })
  })

  it('that changes ends the sessions on all other devices', async () => {
    const { client, user } = await newcomer(env)
    await untilFree()
    const elsewhere = await signIn(env, user.email ?? '')
    const phone = freshPhone()
    const token = await codeFor(env, phone, () => client.auth.updateUser({ phone }))
    expect((await elsewhere.client.auth.getUser()).error).toBeNull()
    unwrapSession(await client.auth.verifyOtp({ phone, token, type: 'phone_change' }))
    expect((await elsewhere.client.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await client.auth.getUser()).error).toBeNull()
    await untilFree()
    const again = await signIn(env, user.email ?? '')
    const [after, since] = [freshEmail(), Date.now()]
    await client.auth.updateUser({ email: after })
    for (const email of [user.email ?? '', after]) {
      const code = await newestCode(env, email, since)
      expect((await client.auth.verifyOtp({ email, token: code, type: 'email_change' })).error).toBeNull()
    }
    expect((await again.client.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await client.auth.getUser()).data.user?.email).toBe(after)
  })
})
