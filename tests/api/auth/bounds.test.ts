import { describe, expect, it } from 'vitest'
import { newestCode, signIn, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { codeFor, freshEmail, freshPhone, newcomer, raw, untilFree, unwrapSession } from './support.ts'

const env = stackUnderTest()
const password = 'correct-Horse-7'
const megabytes = { story: 'x'.repeat(3_000_000) }

describe('metadata', () => {
  it('of several megabytes is refused by every endpoint', async () => {
    const { client, session } = await newcomer(env)
    const refused = { status: 413, body: { code: 'request_entity_too_large' } }
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
    for (let n = 0; n < 4; n += 1) await client.auth.updateUser({ data: { [`part${n}`]: 'x'.repeat(6000) } })
    await client.auth.updateUser({ data: { whole: 'x'.repeat(20_000) } })
    const { data } = await client.auth.getUser()
    expect(Object.keys(data.user?.user_metadata ?? {}).filter((key) => /^part|whole/.test(key))).toEqual([
      'part0',
      'part1'
    ])
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

describe('a contact', () => {
  it('of a phone account can become an address by its code, and the profile follows', async () => {
    const [phone, email] = [freshPhone(), freshEmail()]
    const client = visitor(env)
    const token = await codeFor(env, phone, () => client.auth.signInWithOtp({ phone }))
    const { user } = unwrapSession(await client.auth.verifyOtp({ phone, token, type: 'sms' }))
    const profile = async () =>
      (await client.from('profiles').select('email, mobile, mobile_verified').eq('id', user.id).single()).data
    expect(await profile()).toEqual({ email: null, mobile: phone, mobile_verified: true })
    const { error } = await client.rpc('update_profile', { email: 'rider@hackney.test' })
    expect(error).toMatchObject({ message: 'email_unproved' })
    const code = await codeFor(env, email, () => client.auth.updateUser({ email }))
    expect(await profile()).toMatchObject({ email: null })
    unwrapSession(await client.auth.verifyOtp({ email, token: code, type: 'email_change' }))
    expect(await profile()).toEqual({ email, mobile: phone, mobile_verified: true })
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
