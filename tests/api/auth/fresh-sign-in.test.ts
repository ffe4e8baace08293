import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { stackUnderTest } from '../../support/worker.ts'
import { codeFor, newcomer, untilFree, unwrapSession } from './support.ts'

const env = stackUnderTest()

/** Moves the sign-in of a person's session back by so many minutes, as if the session had been renewed since. */
async function ageSignIn(userId: string, minutes: number): Promise<void> {
  const sql = postgres(env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  await sql`update auth.mfa_amr_claims c set created_at = c.created_at - make_interval(mins => ${minutes}),
    updated_at = c.updated_at - make_interval(mins => ${minutes})
    from auth.sessions s where s.id = c.session_id and s.user_id = ${userId}`
  await sql.end()
}

// PGlite accepts no connection but the stack's.
describe.skipIf(!env.SUPABASE_DB_URL)('deleting the own account', () => {
  it('needs a new sign-in if the session is older than 15 minutes, however often its token was renewed', async () => {
    const { client, user } = await newcomer(env)
    await ageSignIn(user.id, 16)
    unwrapSession(await client.auth.refreshSession())
    const refused = await client.rpc('delete_my_account')
    expect({ status: refused.status, key: refused.error?.message }).toEqual({ status: 403, key: 'sign_in_again' })

    await untilFree()
    const email = user.email ?? ''
    const token = await codeFor(env, email, () => client.auth.signInWithOtp({ email }))
    unwrapSession(await client.auth.verifyOtp({ email, token, type: 'email' }))
    const { data, error } = await client.rpc('delete_my_account')
    expect(error).toBeNull()
    expect(data).toMatchObject({ is_deleted: true })
  })
})
