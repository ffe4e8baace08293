import { describe, expect, it } from 'vitest'
import { visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import {
  black,
  codeFor,
  freshEmail,
  freshPhone,
  inviter,
  knocks,
  own,
  profileOf,
  theirs,
  untilFree,
  unwrapSession,
  white
} from './support.ts'

const env = stackUnderTest()
const nothing = { first_name: '', last_name: '', mobile: null, signup_via_referral: null }

describe('profile data sent with a code request', () => {
  it('is stored for the person who requested the code and verified it', async () => {
    const email = freshEmail()
    const client = visitor(env)
    const data = { ...white, referral_id: await inviter(env) }
    const token = await codeFor(env, email, () => client.auth.signInWithOtp({ email, options: { data } }))
    unwrapSession(await client.auth.verifyOtp({ email, token, type: 'email' }))
    expect(await profileOf(client)).toEqual({ ...white, signup_via_referral: data.referral_id })
  })

  it('of an attacker is not stored for an owner who sent none, by mail or text message', async () => {
    const [email, phone] = [freshEmail(), freshPhone()]
    const owner = visitor(env)
    await codeFor(env, email, () => visitor(env).auth.signInWithOtp({ email, options: { data: black } }))
    await untilFree()
    const token = await codeFor(env, email, () => owner.auth.signInWithOtp({ email }))
    unwrapSession(await owner.auth.verifyOtp({ email, token, type: 'email' }))
    expect(await profileOf(owner)).toEqual(nothing)
    const caller = visitor(env)
    await codeFor(env, phone, () => visitor(env).auth.signInWithOtp({ phone, options: { data: black } }))
    await untilFree()
    const code = await codeFor(env, phone, () => caller.auth.signInWithOtp({ phone }))
    unwrapSession(await caller.auth.verifyOtp({ phone, token: code, type: 'sms' }))
    expect(await profileOf(caller)).toEqual({ ...nothing, mobile: phone })
  })
})

describe('a password set before the address is verified', () => {
  const signUp = (email: string, password: string, data: object) =>
    codeFor(env, email, () => visitor(env).auth.signUp({ email, password, options: { data } }))

  it('is void once the owner signs in by a code', async () => {
    const email = freshEmail()
    const owner = visitor(env)
    await signUp(email, theirs, black)
    await untilFree()
    const token = await codeFor(env, email, () => owner.auth.signInWithOtp({ email }))
    unwrapSession(await owner.auth.verifyOtp({ email, token, type: 'email' }))
    expect(await knocks(env, email, theirs)).toBe('invalid_credentials')
    expect(await profileOf(owner)).toEqual(nothing)
  })

  it('is void once the owner requests a new password, or another confirmation', async () => {
    const email = freshEmail()
    await signUp(email, theirs, black)
    await untilFree()
    const owner = visitor(env)
    const token = await codeFor(env, email, () => owner.auth.resetPasswordForEmail(email))
    unwrapSession(await owner.auth.verifyOtp({ email, token, type: 'recovery' }))
    expect(await knocks(env, email, theirs)).toBe('invalid_credentials')
    const again = freshEmail()
    await signUp(again, own, white)
    await untilFree()
    await signUp(again, theirs, black)
    await untilFree()
    const code = await codeFor(env, again, () => owner.auth.resend({ type: 'signup', email: again }))
    unwrapSession(await owner.auth.verifyOtp({ email: again, token: code, type: 'signup' }))
    expect(await knocks(env, again, theirs)).toBe('invalid_credentials')
  })
})

describe('other codes', () => {
  it('are void once an account is verified for the first time', async () => {
    const email = freshEmail()
    const [attacker, owner] = [visitor(env), visitor(env)]
    const first = await codeFor(env, email, () => attacker.auth.signUp({ email, password: theirs }))
    await untilFree()
    const token = await codeFor(env, email, () => owner.auth.signInWithOtp({ email }))
    unwrapSession(await owner.auth.verifyOtp({ email, token, type: 'email' }))
    const late = await attacker.auth.verifyOtp({ email, token: first, type: 'signup' })
    expect(late.error).toMatchObject({ code: 'otp_expired', status: 403 })
    expect(await knocks(env, email, theirs)).toBe('invalid_credentials')
  })
})
