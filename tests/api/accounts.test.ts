import { randomInt, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask, tokenOf } from '../support/ask.ts'
import { type Client, type Person, service, signIn, visitor } from '../support/people.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
let admin: Person
let fleet: Person
let rider: Person

beforeAll(async () => {
  ;[admin, fleet, rider] = await Promise.all([
    signIn(env, 'admin@hackney.test'),
    signIn(env, 'fleet@hackney.test'),
    signIn(env, 'rider@hackney.test')
  ])
})

interface Answer {
  uid?: string
  code?: string
  users?: unknown[]
  valid?: boolean
}

const users = (client: Client, body: object) => invoke<Answer>(client, 'accounts/users', body)
const keyOf = async (answer: Promise<{ status: number; body: Answer }>) => (await answer).body.code ?? 'done'
const freeMobile = () => `+4237${randomInt(100_000, 999_999)}`
const freeEmail = () => `p-${randomUUID().slice(0, 12)}@example.com`
const newRider = () => ({
  action: 'create',
  client_key: randomUUID(),
  usertype: 'rider',
  last_name: 'Ospelt',
  mobile: freeMobile()
})
const newDriver = () => ({
  ...newRider(),
  usertype: 'driver',
  first_name: 'Ida',
  mobile: null,
  email: freeEmail()
})

async function profileOf(id: string | undefined) {
  return unwrap(
    await service(env)
      .from('profiles')
      .select('*, drivers!drivers_id_fkey (*)')
      .eq('id', id ?? '')
      .single()
  )
}

describe('accounts that staff create', () => {
  // Spec 7.17
  it('a rider needs only a name and a number, and the desk can book for them', async () => {
    const asked = newRider()
    const { status, body } = await users(admin.client, asked)
    expect([status, body.code]).toEqual([200, undefined])
    const profile = await profileOf(body.uid)
    expect(profile).toMatchObject({
      usertype: 'rider',
      last_name: 'Ospelt',
      mobile: asked.mobile,
      email: null,
      reg_type: 'admin',
      approved: true,
      created_by: admin.id,
      wallet_balance: 0
    })
  })

  it('the person signs in by a code, with the role that staff gave', async () => {
    const asked = newDriver()
    const { uid } = (await users(admin.client, asked)).body
    const person = await signIn(env, asked.email)
    expect(person.id).toBe(uid)
    const { data } = await person.client.from('profiles').select('usertype, first_name').eq('id', person.id).single()
    expect(data).toEqual({ usertype: 'driver', first_name: 'Ida' })
  })

  it('many simultaneous requests create one account', async () => {
    const asked = { ...newRider(), email: freeEmail() }
    const others = Array.from({ length: 6 }, () => keyOf(users(admin.client, { ...asked, client_key: randomUUID() })))
    const keys = (await Promise.all(others)).sort()
    expect(keys).toEqual(['done', ...Array(5).fill('user_exists')])
    const found = unwrap(await service(env).from('profiles').select('id').eq('email', asked.email))
    expect(found).toHaveLength(1)
  })

  it('a repeated key returns the same account', async () => {
    const asked = newRider()
    const answers = await Promise.all([1, 2, 3].map(() => users(admin.client, asked)))
    const later = await users(admin.client, asked)
    expect(new Set([...answers, later].map(({ body }) => body.uid)).size).toBe(1)
    expect(await keyOf(users(fleet.client, { ...asked, usertype: 'driver', first_name: 'Ida' }))).toBe('user_exists')
  })

  // Spec 7.19
  it('an account can be suspended, enabled again, and deleted for good', async () => {
    const asked = newDriver()
    const { uid } = (await users(admin.client, asked)).body
    const person = await signIn(env, asked.email)
    expect(await keyOf(users(admin.client, { action: 'disable', uid, reason: 'Lost the licence' }))).toBe('done')
    expect((await person.client.auth.refreshSession()).error).not.toBeNull()
    expect(await profileOf(uid)).toMatchObject({ approved: false, suspended_reason: 'Lost the licence' })
    expect(await keyOf(users(admin.client, { action: 'enable', uid }))).toBe('done')
    const again = await signIn(env, asked.email)
    expect(await keyOf(users(admin.client, { action: 'delete', uid }))).toBe('done')
    expect((await again.client.auth.refreshSession()).error).not.toBeNull()
    const { data } = await service(env).auth.admin.getUserById(uid ?? '')
    expect(data.user?.email ?? '').toBe('')
    expect(Date.parse(data.user?.banned_until ?? '')).toBeGreaterThan(Date.now())
    expect(await keyOf(users(admin.client, { action: 'delete', uid }))).toBe('person_not_found')
  })
})

describe('the accounts function', () => {
  // Spec 7.8
  it('tells only staff whether an account exists', async () => {
    const known = { email: 'rider2@hackney.test' }
    const exists = (client: Client, body: object) => keyOf(invoke<Answer>(client, 'accounts/exists', body))
    expect(await exists(visitor(env), known)).toBe('must_login')
    for (const body of [known, { email: freeEmail() }]) expect(await exists(rider.client, body)).toBe('not_allowed')
    expect(await exists(admin.client, known)).toBe('user_exists')
    expect(await exists(admin.client, { email: freeEmail() })).toBe('done')
    expect(await exists(admin.client, { email: 'nobody', mobile: null })).toBe('email_or_mobile_issue')
    expect(await exists(admin.client, {})).toBe('email_or_mobile_issue')
  })

  it('creates no account for callers without the right, and none with more rights than the caller may give', async () => {
    const ofFleet = { ...newDriver(), fleet_id: fleet.id }
    const attempts: [Client, object, string][] = [
      [visitor(env), newRider(), 'must_login'],
      [rider.client, newRider(), 'not_allowed'],
      [rider.client, { ...newRider(), usertype: 'admin', staff_role: 'owner' }, 'not_allowed'],
      [fleet.client, newRider(), 'not_allowed'],
      [fleet.client, { ...newDriver(), usertype: 'fleetadmin' }, 'not_allowed'],
      [fleet.client, { ...newDriver(), approved: true }, 'not_allowed'],
      [fleet.client, { ...newDriver(), fleet_id: (await signIn(env, 'fleet2@hackney.test')).id }, 'not_allowed'],
      [fleet.client, { ...newDriver(), staff_role: 'owner' }, 'not_allowed'],
      [admin.client, { ...newRider(), staff_role: 'owner' }, 'not_allowed'],
      [admin.client, { ...newDriver(), fleet_id: rider.id }, 'person_invalid'],
      [admin.client, { ...newDriver(), usertype: 'admin' }, 'person_invalid'],
      [admin.client, { ...newDriver(), first_name: '' }, 'person_invalid'],
      [admin.client, { ...newRider(), mobile: '77777' }, 'email_or_mobile_issue'],
      [admin.client, { ...newRider(), client_key: 'mine' }, 'invalid_request']
    ]
    for (const [client, body, key] of attempts) expect(await keyOf(users(client, body)), JSON.stringify(body)).toBe(key)
    const { uid } = (await users(fleet.client, { ...ofFleet, wallet_balance: 99, rating: 5, usertype_2: 'admin' })).body
    expect(await profileOf(uid)).toMatchObject({ approved: false, wallet_balance: 0, drivers: { fleet_id: fleet.id } })
  })

  it('refuses to suspend, enable or delete people whom the caller does not manage', async () => {
    const other = await signIn(env, 'driver4@hackney.test')
    for (const action of ['enable', 'disable', 'delete']) {
      expect(await keyOf(users(rider.client, { action, uid: other.id })), action).toBe('not_allowed')
      const refused = await keyOf(users(fleet.client, { action, uid: other.id }))
      expect(['not_allowed', 'person_not_found'], action).toContain(refused)
    }
    expect((await profileOf(other.id)).approved).toBe(true)
  })

  it('ignores a role in the app metadata of an existing account', async () => {
    const { uid = '' } = (await users(admin.client, newDriver())).body
    const nothing = { usertype: null, reg_type: null, approved: null, created_by: null }
    for (const app_metadata of [nothing, { usertype: 'admin', approved: true, staff_role: 'owner' }])
      expect((await service(env).auth.admin.updateUserById(uid, { app_metadata })).error).toBeNull()
    expect(await profileOf(uid)).toMatchObject({ usertype: 'driver', staff_role: null })
  })

  it('answers huge and malformed bodies without a 5xx', async () => {
    const token = await tokenOf(admin)
    const post = (path: string, body: string) => ask(env, `/functions/v1/accounts/${path}`, { token, body })
    const strange = ['[]', '"x"', 'null', '{"a":', '{"action":{"$ne":null}}', `{"uid":"${'x'.repeat(5000)}"}`]
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    for (const path of ['users', 'exists', 'referrer'])
      for (const body of [...strange, deep])
        expect((await post(path, body)).status, path + body.slice(0, 30)).toBeLessThan(500)
    expect((await post('users', JSON.stringify({ ...newRider(), last_name: 'x'.repeat(70_000) }))).status).toBe(413)
    expect((await post('users', JSON.stringify({ ...newRider(), last_name: 'a\0b' }))).status).toBe(400)
  })

  it('says of a referral code only whether it is valid', async () => {
    const [code = ''] = unwrap(await service(env).from('profiles').select('referral_id').eq('id', rider.id)).map(
      ({ referral_id }) => referral_id
    )
    const referrer = (referralId: string) => invoke<Answer>(visitor(env), 'accounts/referrer', { referralId })
    expect((await referrer(code.toLowerCase())).body).toEqual({ valid: true })
    expect((await referrer('00000')).body).toEqual({ valid: false })
  })
})
