import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { enrol } from '../support/authenticator.ts'
import { type Client, type Person, service, signIn } from '../support/people.ts'
import { pictureOf } from '../support/picture.ts'
import { isRefused } from '../support/realtime.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { stackUnderTest } from '../support/worker.ts'

// Staff's second factor over HTTP. tests/db/former.test.ts tries every function, table, bucket and topic in SQL.

const env = stackUnderTest()
const operator = service(env)
let rider: Person

/** The endpoints of the edge functions that people call. Auth and providers call the others, which have no contract for pages. */
async function endpoints(): Promise<string[]> {
  const names = readdirSync('supabase/functions').filter(
    (name) => !name.startsWith('auth-') && existsSync(`supabase/functions/${name}/contract.ts`)
  )
  const of = async (name: string) => {
    const { [`${name}Contract`]: contract } = await import(`../../supabase/functions/${name}/contract.ts`)
    return Object.keys(contract).map((endpoint) => `${name}/${endpoint}`)
  }
  return (await Promise.all(names.map(of))).flat()
}

/** A body that satisfies every endpoint that reads it before it knows the caller. */
const ids = { booking_id: randomUUID(), payment_id: randomUUID(), client_key: randomUUID() }
const asked = { ...ids, week: '2026-11-23', purpose: 'debt', provider: 'test', params: {}, act: 'approve' }

const askForIt = async (isAsked: boolean) =>
  unwrap(await operator.from('settings').update({ staff_second_factor: isAsked }).eq('id', 1).select())

/** A new member of staff, signed in with a code. */
async function staff(usertype: 'admin' | 'fleetadmin'): Promise<Person> {
  const email = `${usertype}-${randomUUID().slice(0, 8)}@example.com`
  const app_metadata = { usertype, approved: true }
  const { error } = await operator.auth.admin.createUser({ email, email_confirm: true, app_metadata })
  if (error) throw error
  return signIn(env, email)
}

const roleOf = async ({ client }: Person) => {
  const { data, error } = await client.rpc('caller_role')
  return error?.message ?? data
}
const picturesOf = async (client: Client) => unwrap(await client.storage.from('users').list(rider.id)).length
const idsOf = async (client: Client) => unwrap(await client.from('profiles').select('id').limit(5)).map(({ id }) => id)

beforeAll(async () => {
  rider = await signIn(env, 'rider5@hackney.test')
  const picture = pictureOf('face')
  const path = `${rider.id}/profileImage`
  unwrap(await rider.client.storage.from('users').upload(path, picture, { upsert: true }))
  // Others see the picture once its bytes were checked.
  const isSeen = async () =>
    expect(await rider.client.rpc('check_file', { bucket: 'users', path })).toMatchObject({ data: 'clean' })
  await vi.waitFor(isSeen, { timeout: 40_000, interval: 200 })
}, 60_000)
afterAll(async () => {
  await askForIt(false)
  await operator.storage.from('users').remove([`${rider.id}/profileImage`])
})

describe('with the setting off', () => {
  it('a code signs an admin in, as ever', async () => {
    const admin = await staff('admin')
    expect(await roleOf(admin)).toBe('admin')
    expect(await picturesOf(admin.client)).toBe(1)
    expect(await isRefused(admin.client, 'admin')).toBe(false)
  })
})

describe('with the setting on', () => {
  beforeAll(() => askForIt(true))

  it.each(['admin', 'fleetadmin'] as const)('staff (%s) reaches nothing with a code only', async (usertype) => {
    const person = await staff(usertype)
    const { id, client } = person
    expect(await roleOf(person)).toBe('second_factor_needed')
    expect(await client.rpc('session_refusal')).toMatchObject({ data: null, error: null })
    expect(await idsOf(client)).toEqual([id])
    expect(unwrap(await client.from('bookings').select('id').limit(1))).toEqual([])
    expect(await picturesOf(client)).toBe(0)
    const upload = await client.storage.from('users').upload(`${id}/profileImage`, pictureOf('face'))
    expect(upload.error?.message).toMatch(/row-level security/)
    for (const topic of ['admin', `fleet:${id}`, 'catalogue', `user:${id}`])
      expect(await isRefused(client, topic), topic).toBe(true)
    const paths = await endpoints()
    expect(paths).toContain('accounts/users')
    for (const path of paths) {
      const { status, body } = await invoke<{ code: string }>(client, path, asked)
      // Some contracts are about a part of a request, and no path.
      if (status !== 404) expect([status, body.code], path).toEqual([403, 'second_factor_needed'])
    }
  })

  it('an admin works after the code of an authenticator app', async () => {
    const admin = await staff('admin')
    await enrol(admin.client)
    expect(await roleOf(admin)).toBe('admin')
    const told = operator.from('notices').select('key').eq('user_id', admin.id).like('key', 'second_factor%')
    expect(unwrap(await told)).toEqual([{ key: 'second_factor_added' }])
    expect((await idsOf(admin.client)).length).toBeGreaterThan(1)
    expect(await picturesOf(admin.client)).toBe(1)
    const { data } = await admin.client.auth.getSession()
    await admin.client.realtime.setAuth(data.session?.access_token ?? '')
    expect(await isRefused(admin.client, 'admin')).toBe(false)
    const person = { usertype: 'rider', last_name: 'Ospelt', email: `${randomUUID()}@example.com` }
    const request = { action: 'create', client_key: randomUUID(), ...person }
    expect((await invoke(admin.client, 'accounts/users', request)).status).toBe(200)
  })

  it('riders are never asked', async () => {
    expect(await roleOf(rider)).toBe('rider')
    expect(await isRefused(rider.client, `user:${rider.id}`)).toBe(false)
  })

  it('an owner removes the factor of another, whose token ends at once and who reads it in a mail', async () => {
    const [owner, loser] = [await staff('admin'), await staff('admin')]
    await Promise.all([enrol(owner.client), enrol(loser.client)])
    const user_id = loser.id
    const remove = (by: Person) => by.client.rpc('remove_second_factor', { user_id, reason: 'Lost the phone' })
    expect((await remove(loser)).error?.message).toBe('not_allowed')
    expect(unwrap(await owner.client.rpc('second_factors', { user_id }))).toBe(1)
    expect(unwrap(await remove(owner))).toBe(1)
    expect(unwrap(await owner.client.rpc('second_factors', { user_id }))).toBe(0)
    expect(await roleOf(loser)).toBe('not_logged_in')
    const mails = operator.from('notices').select('params').eq('user_id', user_id).eq('key', 'second_factor_removed')
    expect(unwrap(await mails)).toMatchObject([{ params: { reason: 'Lost the phone' } }])
    const again = await signIn(env, loser.email)
    expect(await roleOf(again)).toBe('second_factor_needed')
    await enrol(again.client, 'New phone')
    expect(await roleOf(again)).toBe('admin')
  })

  it('the operator removes the factor of the only owner with the secret key', async () => {
    const owner = await staff('admin')
    await enrol(owner.client, 'Old phone')
    const { SUPABASE_URL, SUPABASE_SECRET_KEY } = env
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['scripts/remove-second-factor.ts', ...args], {
        env: { ...process.env, SUPABASE_URL, SUPABASE_SECRET_KEY }
      })
    await expect(run(owner.email)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage') })
    await expect(run(`no-${owner.email}`, 'Lost')).rejects.toMatchObject({
      stderr: expect.stringContaining('No account')
    })
    expect(await roleOf(owner)).toBe('admin')
    expect((await run(owner.email, 'The owner called')).stdout).toMatch(/Removed.*Old phone, verified.*audit log/s)
    expect(await roleOf(owner)).toBe('not_logged_in')
    const log = operator.from('audit_log').select('actor_role, after').eq('target_id', owner.id)
    const lines = unwrap(await log.eq('action', 'remove_second_factor'))
    expect(lines).toEqual([{ actor_role: 'service_role', after: { reason: 'The owner called' } }])
    expect((await run(owner.email, 'Again')).stdout).toContain('Nothing was changed')
  })
})
