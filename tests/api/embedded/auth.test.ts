/**
 * Where the stack's Auth protects more than Supabase's: it counts wrong codes for a code and an address, keeps up to ten codes of a
 * person, and stores what was sent with a code beside it.
 */
import { describe, expect, it } from 'vitest'
import { newestCode, requestCode, service, signIn, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import {
  black,
  codeFor,
  freshEmail,
  freshPhone,
  inviter,
  knocks,
  newcomer,
  otherThan,
  own,
  profileOf,
  raw,
  theirs,
  untilFree,
  unwrapSession,
  white
} from '../auth/support.ts'

const env = stackUnderTest()
const refusal = { code: 'otp_expired', status: 403 }

describe('a code', () => {
  it('is void after five wrong answers', async () => {
    const email = freshEmail()
    const client = visitor(env)
    const code = await requestCode(env, client, email)
    for (let attempt = 0; attempt < 5; attempt++) {
      const { error } = await client.auth.verifyOtp({ email, token: otherThan(code), type: 'email' })
      expect(error).toMatchObject(refusal)
    }
    expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error).toMatchObject(refusal)
  })

  it('in a text message is void after five wrong answers', async () => {
    const phone = freshPhone()
    const client = visitor(env)
    const token = await codeFor(env, phone, () => client.auth.signInWithOtp({ phone }))
    const wrong = await Promise.all(
      Array.from({ length: 5 }, () => visitor(env).auth.verifyOtp({ phone, token: otherThan(token), type: 'sms' }))
    )
    for (const { error } of wrong) expect(error).toMatchObject(refusal)
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toMatchObject(refusal)
  })

  it('is void after five simultaneous guesses, and works once', async () => {
    const email = 'rider5@hackney.test'
    const verify = (token: string) => raw(env, '/verify', { body: { email, token, type: 'email' } })
    const code = await requestCode(env, visitor(env), email)
    const guesses = Array.from({ length: 20 }, (_, index) => String(index).padStart(6, '0'))
    const answers = await Promise.all(guesses.filter((guess) => guess !== code).map(verify))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
    expect((await verify(code)).status).toBe(403)

    const next = await requestCode(env, visitor(env), email)
    const twins = await Promise.all([next, next, next].map(verify))
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  it('stays valid beside newer ones, and shares their number of attempts', async () => {
    const email = freshEmail()
    const client = visitor(env)
    const first = await codeFor(env, email, () => client.auth.signInWithOtp({ email }))
    await untilFree()
    await codeFor(env, email, () => visitor(env).auth.signInWithOtp({ email }))
    unwrapSession(await client.auth.verifyOtp({ email, token: first, type: 'email' }))
    let token = ''
    for (let round = 0; round < 4; round += 1) {
      await untilFree()
      token = await codeFor(env, email, () => client.auth.signInWithOtp({ email }))
      for (let n = 0; n < 4; n += 1) await client.auth.verifyOtp({ email, token: otherThan(token), type: 'email' })
    }
    const { error } = await client.auth.verifyOtp({ email, token, type: 'email' })
    expect(error).toMatchObject({ code: 'otp_expired', status: 403 })
  })
})

describe('an address', () => {
  it('receives one mail at a time, in whichever case it is written, and none with spaces', async () => {
    const spellings = ['bomb@hackney.test', 'BOMB@hackney.test', ' bomb@hackney.test', 'Bomb@Hackney.Test\t']
    const answers = await Promise.all(spellings.map((email) => raw(env, '/otp', { body: { email } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 429])
  })

  it('that somebody else takes meanwhile ends a change of address', async () => {
    const { client, user } = await newcomer(env)
    const [before, after] = [user.email ?? '', freshEmail()]
    const since = Date.now()
    await client.auth.updateUser({ email: after })
    await service(env).auth.admin.createUser({ email: after, email_confirm: true })
    const verify = async (email: string) =>
      client.auth.verifyOtp({ email, token: await newestCode(env, email, since), type: 'email_change' })
    expect((await verify(before)).error).toBeNull()
    expect((await verify(after)).error).toMatchObject({ code: 'email_exists', status: 422 })
  })
})

describe('profile data sent with a code request', () => {
  it('is taken from the request whose code is verified, when there are several', async () => {
    const email = freshEmail()
    const [attacker, owner] = [visitor(env), visitor(env)]
    const data = { ...black, referral_id: await inviter(env) }
    await codeFor(env, email, () => attacker.auth.signInWithOtp({ email, options: { data } }))
    await untilFree()
    const token = await codeFor(env, email, () => owner.auth.signInWithOtp({ email, options: { data: white } }))
    await untilFree()
    await codeFor(env, email, () => attacker.auth.signInWithOtp({ email, options: { data } }))
    unwrapSession(await owner.auth.verifyOtp({ email, token, type: 'email' }))
    expect(await profileOf(owner)).toEqual({ ...white, signup_via_referral: null })
    const { data: user } = await owner.auth.getUser()
    expect(user.user?.user_metadata).not.toHaveProperty('referral_id')
  })
})

describe('a password set before the address is verified', () => {
  const signUp = (email: string, password: string, data: object) =>
    codeFor(env, email, () => visitor(env).auth.signUp({ email, password, options: { data } }))

  it('is void once the owner signs in by a code that was requested before it', async () => {
    const email = freshEmail()
    const owner = visitor(env)
    const token = await codeFor(env, email, () => owner.auth.signInWithOtp({ email }))
    await untilFree()
    await signUp(email, theirs, black)
    unwrapSession(await owner.auth.verifyOtp({ email, token, type: 'email' }))
    expect(await knocks(env, email, theirs)).toBe('invalid_credentials')
    expect(await profileOf(owner)).toMatchObject({ first_name: '', mobile: null })
  })

  it('is the owner’s, when both set one', async () => {
    for (const attackerFirst of [true, false]) {
      const email = freshEmail()
      let token = ''
      for (const isOwner of attackerFirst ? [false, true] : [true, false]) {
        const code = await signUp(email, isOwner ? own : theirs, isOwner ? white : black)
        if (isOwner) token = code
        await untilFree()
      }
      const owner = visitor(env)
      unwrapSession(await owner.auth.verifyOtp({ email, token, type: 'signup' }))
      expect(await knocks(env, email, theirs)).toBe('invalid_credentials')
      expect(await knocks(env, email, own)).toBeNull()
      expect(await profileOf(owner)).toEqual({ ...white, signup_via_referral: null })
    }
  })

  it('works for the person who set it, also after another confirmation', async () => {
    const email = freshEmail()
    await signUp(email, own, white)
    expect(await knocks(env, email, own)).toBe('email_not_confirmed')
    expect(await knocks(env, email, theirs)).toBe('invalid_credentials')
    await untilFree()
    const client = visitor(env)
    const token = await codeFor(env, email, () => client.auth.resend({ type: 'signup', email }))
    unwrapSession(await client.auth.verifyOtp({ email, token, type: 'signup' }))
    expect(await knocks(env, email, own)).toBeNull()
    expect(await profileOf(client)).toEqual({ ...white, signup_via_referral: null })
  })
})

describe('a request that Supabase’s Auth answers with a 500', () => {
  it('with an unknown method of PKCE is the caller’s error', async () => {
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' }
    const { status, body } = await raw(env, '/otp', { body: { email: freshEmail(), ...challenge } })
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it('that deletes a user with ledger entries is a conflict', async () => {
    const { user } = await newcomer(env)
    const desk = await signIn(env, 'admin4@hackney.test')
    expect((await desk.client.rpc('add_to_wallet', { user_id: user.id, amount: 5 })).error).toBeNull()
    const { error } = await service(env).auth.admin.deleteUser(user.id)
    expect(error).toMatchObject({ code: 'conflict', status: 409 })
  })

  it('that creates a user whom another request creates at the same moment is a conflict', async () => {
    const email = freshEmail()
    const make = () => service(env).auth.admin.createUser({ email })
    for (const { error } of await Promise.all([make(), make(), make(), make()]))
      if (error) expect([409, 422]).toContain(error.status)
  })
})
