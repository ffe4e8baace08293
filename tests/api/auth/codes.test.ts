import { describe, expect, it } from 'vitest'
import { requestCode, signIn, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { otherThan } from './support.ts'

const env = stackUnderTest()

describe('signing in by a code', () => {
  // Spec 4.52, 6.4, 7.9
  it('creates a rider for an unknown address', async () => {
    const person = await signIn(env, `new-${crypto.randomUUID().slice(0, 8)}@example.com`)
    const { data } = await person.client.from('profiles').select('usertype, approved').eq('id', person.id).single()
    expect(data).toEqual({ usertype: 'rider', approved: true })
  })

  // Spec 7.39
  it('refuses a wrong code, and one with spaces', async () => {
    const email = 'rider3@hackney.test'
    const client = visitor(env)
    const code = await requestCode(env, client, email)
    for (const token of [otherThan(code), ` ${code}`, `${code.slice(0, 3)} ${code.slice(3)}`]) {
      const { error } = await client.auth.verifyOtp({ email, token, type: 'email' })
      expect(error).toMatchObject({ code: 'otp_expired', status: 403 })
    }
    expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
  })

  // Spec 7.9
  it('accepts a code once', async () => {
    const email = 'rider4@hackney.test'
    const client = visitor(env)
    const token = await requestCode(env, client, email)
    expect((await client.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
    expect((await visitor(env).auth.verifyOtp({ email, token, type: 'email' })).error?.code).toBe('otp_expired')
  })

  it('keeps a session by refreshing it, and ends it', async () => {
    const { client } = await signIn(env, 'rider5@hackney.test')
    const { data: before } = await client.auth.getSession()
    const { data: after, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(after.session?.refresh_token).not.toBe(before.session?.refresh_token)
    expect((await client.auth.getUser()).data.user?.email).toBe('rider5@hackney.test')
    const refresh_token = after.session?.refresh_token ?? ''
    expect((await client.auth.signOut()).error).toBeNull()
    expect((await visitor(env).auth.refreshSession({ refresh_token })).error).not.toBeNull()
  })

  it('refuses a manipulated token', async () => {
    const { client } = await signIn(env, 'rider5@hackney.test')
    const { data } = await client.auth.getSession()
    const [head, , signature] = (data.session?.access_token ?? '').split('.')
    const claims = { sub: crypto.randomUUID(), role: 'service_role', aud: 'authenticated', exp: 4102444800 }
    const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
    const response = await fetch(`${env.SUPABASE_URL}/rest/v1/bookings`, {
      headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${forged}` }
    })
    expect(response.status).toBe(401)
  })

  // Spec 8.50
  it('refuses a request without a key', async () => {
    expect((await fetch(`${env.SUPABASE_URL}/rest/v1/settings`)).status).toBe(401)
  })
})
