import { describe, expect, it } from 'vitest'
import { enrol, totpOf } from '../../support/authenticator.ts'
import { type Client, service, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { freshEmail, unwrapSession } from './support.ts'

const env = stackUnderTest()
const password = 'correct-Horse-7'

/** A new person with a password, and a function that signs them in on another device. */
async function somebody() {
  const email = freshEmail()
  const { data } = await service(env).auth.admin.createUser({ email, password, email_confirm: true })
  const signIn = async () => {
    const client = visitor(env)
    unwrapSession(await client.auth.signInWithPassword({ email, password }))
    return client
  }
  return { id: data.user?.id ?? '', signIn }
}

const levelOf = async ({ auth }: Client) => (await auth.mfa.getAuthenticatorAssuranceLevel()).data
const claimsOf = async ({ auth }: Client) => (await auth.getClaims()).data?.claims
const wrong = (secret: string) => (totpOf(secret) === '000000' ? '999999' : '000000')

describe('a second factor', () => {
  it('is enrolled with an authenticator app, and asked at the next sign-in', async () => {
    const { signIn } = await somebody()
    const first = await signIn()
    const app = await enrol(first)
    expect(await levelOf(first)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const second = await signIn()
    expect(await levelOf(second)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const { data } = await second.auth.mfa.listFactors()
    expect(data?.totp).toMatchObject([{ id: app.id, friendly_name: 'Phone', status: 'verified' }])
    expect(JSON.stringify(data)).not.toContain(app.secret)
    const failed = await second.auth.mfa.challengeAndVerify({ factorId: app.id, code: wrong(app.secret) })
    expect(failed.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    const done = await second.auth.mfa.challengeAndVerify({ factorId: app.id, code: totpOf(app.secret, 1) })
    expect(done.error).toBeNull()
    expect(await levelOf(second)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  })

  it('stays in the claims over refreshes, beside the first, with role and session', async () => {
    const client = await (await somebody()).signIn()
    const before = await claimsOf(client)
    await enrol(client)
    expect((await client.auth.refreshSession()).error).toBeNull()
    const after = await claimsOf(client)
    expect(after).toMatchObject({ aal: 'aal2', session_id: before?.session_id, user_role: 'rider' })
    expect(after?.amr?.map((entry) => (typeof entry === 'string' ? entry : entry.method))).toEqual(['totp', 'password'])
  })

  it('ends the person’s sessions without it', async () => {
    const { signIn } = await somebody()
    const [weak, strong] = [await signIn(), await signIn()]
    await enrol(strong)
    expect((await weak.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await strong.auth.getUser()).error).toBeNull()
  })

  it('is needed to remove it, to add another and to change the password', async () => {
    const { signIn } = await somebody()
    const strong = await signIn()
    const app = await enrol(strong)
    const weak = await signIn()
    const refused = [
      await weak.auth.mfa.unenroll({ factorId: app.id }),
      await weak.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }),
      await weak.auth.updateUser({ password: 'other-Horse-8' })
    ]
    for (const { error } of refused) expect(error).toMatchObject({ code: 'insufficient_aal' })
    expect((await strong.auth.mfa.unenroll({ factorId: app.id })).error).toBeNull()
    expect((await strong.auth.refreshSession()).error).toBeNull()
    expect(await levelOf(strong)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  it('is removed by the secret key when the phone is lost, and the person enrols again', async () => {
    const { id, signIn } = await somebody()
    const app = await enrol(await signIn())
    const { mfa } = service(env).auth.admin
    expect((await mfa.listFactors({ userId: id })).data?.factors).toMatchObject([{ id: app.id, status: 'verified' }])
    expect((await mfa.deleteFactor({ userId: id, id: app.id })).error).toBeNull()
    const client = await signIn()
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    await enrol(client, 'New phone')
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2' })
  })

  it('is out of reach for everybody else', async () => {
    const app = await enrol(await (await somebody()).signIn())
    const client = await (await somebody()).signIn()
    await enrol(client)
    const { error } = await client.auth.mfa.unenroll({ factorId: app.id })
    expect(error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
    expect((await client.auth.mfa.challenge({ factorId: app.id })).error).toMatchObject({ status: 404 })
  })
})
