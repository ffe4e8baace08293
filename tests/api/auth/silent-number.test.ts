import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { newestCode, signIn, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { codeFor, freshEmail, freshPhone, untilFree, unwrapSession } from './support.ts'

const env = stackUnderTest()

/** Moves a person's last sign-in back by this many days. PGlite accepts no connection but the stack's, so the test skips it. */
async function setLastSeen(userId: string, days: number): Promise<void> {
  const sql = postgres(env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  await sql`delete from auth.sessions where user_id = ${userId}`
  await sql`update auth.users set last_sign_in_at = now() - make_interval(days => ${days}) where id = ${userId}`
  await sql.end()
}

describe.skipIf(!env.SUPABASE_DB_URL)('a phone number unused for half a year', () => {
  async function caller() {
    const [client, phone] = [visitor(env), freshPhone()]
    const token = await codeFor(env, phone, () => client.auth.signInWithOtp({ phone }))
    const { user } = unwrapSession(await client.auth.verifyOtp({ phone, token, type: 'sms' }))
    return { client, phone, id: user.id }
  }

  async function callAgain(phone: string) {
    await untilFree()
    const client = visitor(env)
    const token = await codeFor(env, phone, () => client.auth.signInWithOtp({ phone }))
    return client.auth.verifyOtp({ phone, token, type: 'sms' })
  }

  it('opens the account only after a code to its address', async () => {
    const { client, phone, id } = await caller()
    const email = freshEmail()
    const token = await codeFor(env, email, () => client.auth.updateUser({ email }))
    unwrapSession(await client.auth.verifyOtp({ email, token, type: 'email_change' }))
    await setLastSeen(id, 181)
    expect((await callAgain(phone)).error).toMatchObject({ status: 403, message: 'number_dormant' })
    await untilFree()
    const since = Date.now()
    const back = visitor(env)
    await back.auth.signInWithOtp({ email })
    unwrapSession(await back.auth.verifyOtp({ email, token: await newestCode(env, email, since), type: 'email' }))
    expect((await callAgain(phone)).error).toBeNull()
  })

  it('opens the account once the desk has admitted it', async () => {
    const { phone, id } = await caller()
    await setLastSeen(id, 181)
    expect((await callAgain(phone)).error).toMatchObject({ message: 'number_dormant' })
    const admin = await signIn(env, 'admin5@hackney.test')
    expect((await admin.client.rpc('readmit_number', { user_id: id })).error).toBeNull()
    expect((await callAgain(phone)).data.user?.id).toBe(id)
  })
})
