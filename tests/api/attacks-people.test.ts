import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, tokenOf } from '../support/ask.ts'
import { type Person, service, signIn } from '../support/people.ts'
import { pictureOf } from '../support/picture.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { book, carTypeId } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
let admin: Person
let dismissed: Person
let rider: Person
let driver: Person

beforeAll(async () => {
  ;[admin, dismissed, rider, driver] = await Promise.all([
    signIn(env, 'admin@hackney.test'),
    signIn(env, 'admin5@hackney.test'),
    signIn(env, 'rider6@hackney.test'),
    signIn(env, 'driver4@hackney.test')
  ])
})
afterAll(async () => {
  await admin.client.rpc('set_approved', { user_id: dismissed.id, approved: true })
})

const keyOf = ({ error }: { error: { message: string } | null }): string => error?.message ?? 'allowed'

describe('a dismissed admin', () => {
  it('changes nothing with the remaining token, and gets no new one', async () => {
    const { client } = dismissed
    unwrap(await client.from('settings').update({ company_name: 'Hackney' }).eq('id', 1).select().single())
    unwrap(await admin.client.rpc('set_approved', { user_id: dismissed.id, approved: false }))
    const promo = { promo_name: 'MINE', promo_discount_value: 99, promo_validity: '2100-01-01', promo_usage_limit: 99 }
    expect(unwrap(await client.from('settings').update({ test_payments: true }).eq('id', 1).select())).toEqual([])
    expect(unwrap(await client.from('car_types').update({ base_fare: 0 }).neq('name', '').select())).toEqual([])
    expect((await client.from('promos').insert(promo)).error?.message).toMatch(/row-level security/)
    const attempts = {
      wallets: client.rpc('add_to_wallet', { user_id: rider.id, amount: 100 }),
      approval: client.rpc('set_approved', { user_id: dismissed.id, approved: true }),
      figures: client.rpc('dashboard_totals'),
      map: client.rpc('drivers_for_map', { south: 47, west: 9, north: 48, east: 10 })
    }
    for (const [name, attempt] of Object.entries(attempts)) expect(keyOf(await attempt), name).toBe('account_suspended')
    expect((await client.auth.refreshSession()).error).not.toBeNull()
  })
})

describe('a device that its owner signed out', () => {
  it('reads nothing and does nothing with a token that is still valid', async () => {
    const email = 'rider9@hackney.test'
    const [owner, { client, id }] = [await signIn(env, email), await signIn(env, email)]
    const path = `${id}/profileImage`
    expect((await client.storage.from('users').upload(path, pictureOf('face'), { upsert: true })).error).toBeNull()
    expect(unwrap(await client.from('profiles').select('id'))).toEqual([{ id }])
    expect(unwrap(await owner.client.rpc('end_own_sessions'))).toBeGreaterThan(0)
    for (const table of ['profiles', 'bookings', 'notices', 'saved_addresses', 'ledger_entries'] as const)
      expect(unwrap(await client.from(table).select()), table).toEqual([])
    const attempts = {
      data: client.rpc('export_my_data'),
      bank: client.rpc('set_bank_details', { bank_name: 'LLB', bank_code: '', bank_account: 'LI21 0000' }),
      sessions: client.rpc('end_own_sessions'),
      name: client.rpc('update_profile', { first_name: 'Mallory' })
    }
    for (const [name, attempt] of Object.entries(attempts)) expect(keyOf(await attempt), name).toBe('not_logged_in')
    expect((await client.storage.from('users').download(path)).error).not.toBeNull()
    const trip = { pickup: vaduz, drop: schaan, car_type_id: await carTypeId(owner.client, 'Cab') }
    expect((await invoke(owner.client, 'routes/estimate', trip)).status).toBe(200)
    const asked = await invoke<{ code: string }>(client, 'routes/estimate', trip)
    expect([asked.status, asked.body.code]).toEqual([401, 'not_logged_in'])
    // The owner's session goes on.
    expect(unwrap(await owner.client.from('profiles').select('id'))).toEqual([{ id }])
  })
})

describe('a rider', () => {
  it('reads nothing extra through relations of a booking', async () => {
    const { id } = await book(rider)
    const select =
      'id, booking_finances (driver_share), booking_offers (driver_id), dispatch_waves (candidates), drivers (id)'
    const { data, error } = await rider.client.from('bookings').select(select).eq('id', id).single()
    await rider.client.rpc('cancel_booking', { booking_id: id })
    const { id: _id, ...others } = (data ?? {}) as Record<string, unknown>
    if (!error)
      expect(Object.values(others).every((part) => part === null || (Array.isArray(part) && part.length === 0))).toBe(
        true
      )
  })

  it('finds out nothing about other people', async () => {
    const attempts = {
      exists: rider.client.rpc('check_user_exists', { email: 'admin@hackney.test' }),
      people: rider.client.rpc('list_people', { search: 'a' }),
      bookings: rider.client.rpc('list_bookings', {})
    }
    for (const [name, attempt] of Object.entries(attempts)) expect(keyOf(await attempt), name).toBe('not_allowed')
    const codes = await rider.client.rpc('validate_referrer', { referral_id: 'AAAAA' })
    expect(codes.error?.code).toBe('42501')
    expect(unwrap(await rider.client.from('profiles').select('id'))).toEqual([{ id: rider.id }])
  })

  it('cannot use text direction marks in a name', async () => {
    const last_name = 'Meier\u202Eressort\u0000'.replace('\u0000', '')
    expect(unwrap(await rider.client.rpc('update_profile', { last_name })).last_name).toBe('Meierressort')
    unwrap(await rider.client.rpc('update_profile', { last_name: 'Frommelt' }))
  })

  it('gets a 4xx for invalid amounts', async () => {
    const token = await tokenOf(rider)
    const id = '00000000-0000-4000-8000-000000000000'
    const calls = {
      tip_driver: { booking_id: id },
      request_withdrawal: {},
      add_to_wallet: { user_id: id },
      add_extra: { booking_id: id, key: 'toll' }
    }
    for (const [name, args] of Object.entries(calls)) {
      for (const amount of ['NaN', 'Infinity', '-Infinity', -1, 0, 1e300, '1e99999', '', null, [], {}, 'ten']) {
        const { status } = await ask(env, `/rest/v1/rpc/${name}`, { token, body: JSON.stringify({ ...args, amount }) })
        expect(status, `${name} of ${JSON.stringify(amount)}`).toBeGreaterThanOrEqual(400)
        expect(status, `${name} of ${JSON.stringify(amount)}`).toBeLessThan(500)
      }
    }
  })
})

it('a driver cannot replace the picture of a verified document', async () => {
  const files = driver.client.storage.from('users')
  const path = `${driver.id}/license-attack`
  expect((await files.upload(path, pictureOf('true'), { upsert: true })).error).toBeNull()
  expect((await files.upload(path, pictureOf('better'), { upsert: true })).error).toBeNull()
  const document = unwrap(
    await driver.client.rpc('submit_document', { kind: 'license', path, expires_on: '2100-01-01' })
  )
  const isChecked = async () => (await driver.client.rpc('check_file', { bucket: 'users', path })).data
  await expect.poll(isChecked, { timeout: 40_000 }).toBe('clean')
  unwrap(await admin.client.rpc('verify_document', { document_id: document.id, verified: true }))
  expect((await files.upload(path, pictureOf('false'), { upsert: true })).error).not.toBeNull()
  await files.remove([path])
  expect(await (await files.download(path)).data?.text()).toMatch(/better$/)
  unwrap(await admin.client.rpc('verify_document', { document_id: document.id, verified: false }))
  await service(env).storage.from('users').remove([path])
})
