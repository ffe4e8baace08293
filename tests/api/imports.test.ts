import { randomInt, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Person, service, signIn } from '../support/people.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
let admin: Person
let rider: Person

beforeAll(async () => {
  ;[admin, rider] = await Promise.all([signIn(env, 'admin@hackney.test'), signIn(env, 'rider@hackney.test')])
})

interface State {
  id: string
  waiting: number
  fresh: number
  changed: number
  same: number
  wrong: number
  done: number
  undone: number
  kept: number
}

type Facts = Record<string, string>

const left = ({ waiting, fresh, changed }: State): number => waiting + fresh + changed
const run = randomUUID().slice(0, 8)

async function checked(client: Client, kind: string, rows: readonly Facts[]): Promise<State> {
  const begun = unwrap(
    await client.rpc('start_import', { kind, name: `${kind}.csv`, client_key: randomUUID() })
  ) as unknown as State
  const numbered = rows.map((facts, place) => ({ nr: place + 2, facts }))
  unwrap(await client.rpc('add_import_rows', { import_id: begun.id, rows: numbered }))
  return unwrap(await client.rpc('check_import', { import_id: begun.id })) as unknown as State
}

async function madeAccounts(client: Client, state: State): Promise<State> {
  let now = state
  while (left(now) > 0) {
    const { status, body } = await invoke<State>(client, 'accounts/import', { import_id: state.id })
    expect(status).toBe(200)
    expect(left(body)).toBeLessThan(left(now))
    now = body
  }
  return now
}

const drivers: Facts[] = Array.from({ length: 25 }, (_, place) => ({
  first_name: 'Ida',
  last_name: `Frick${'abcdefghijklmnopqrstuvwxy'[place]}`,
  email: `driver-${place}-${run}@example.com`,
  vehicle_number: `IM ${place}`,
  car_type: 'Cab'
}))

describe('importing a file', () => {
  it('25 drivers with their cars get accounts, and the same file again makes none', { timeout: 60_000 }, async () => {
    const first = await checked(admin.client, 'drivers', [...drivers, { first_name: 'No', last_name: 'Contact' }])
    expect(first).toMatchObject({ fresh: 25, wrong: 1 })
    expect(await madeAccounts(admin.client, first)).toMatchObject({ done: 25, wrong: 1, fresh: 0 })
    const made = unwrap(
      await service(env)
        .from('profiles')
        .select('approved, usertype, drivers!drivers_id_fkey (vehicle_number)')
        .like('email', `driver-%-${run}@example.com`)
    )
    expect(made).toHaveLength(25)
    expect(made.every(({ approved, usertype }) => approved && usertype === 'driver')).toBe(true)
    const person = await signIn(env, `driver-7-${run}@example.com`)
    expect(unwrap(await person.client.from('drivers').select('vehicle_number'))).toEqual([{ vehicle_number: 'IM 7' }])
    expect(await checked(admin.client, 'drivers', drivers)).toMatchObject({ same: 25, fresh: 0, changed: 0 })
    const undo = async () => unwrap(await admin.client.rpc('undo_import', { import_id: first.id })) as unknown as State
    expect(await undo()).toMatchObject({ undone: 24, kept: 1, done: 0 })
    expect(await checked(admin.client, 'drivers', drivers)).toMatchObject({ same: 1, fresh: 24 })
  })

  it('a known caller who proves the address gets the name and the places of the list', async () => {
    const email = `caller-${run}@example.com`
    const mobile = `+4237${randomInt(100_000, 999_999)}`
    for (const [kind, facts] of [
      ['callers', { first_name: 'Nora', last_name: 'Hilti', email, mobile }],
      ['places', { email, label: 'Home', description: 'Landstrasse 1, Vaduz', lat: '47.14', lng: '9.52' }]
    ] as const) {
      const state = await checked(admin.client, kind, [facts])
      expect(state).toMatchObject({ fresh: 1 })
      const written = unwrap(await admin.client.rpc('apply_import', { import_id: state.id })) as unknown as State
      expect(written).toMatchObject({ done: 1 })
    }
    const known = unwrap(await admin.client.rpc('known_callers', { phone: mobile })) as unknown as { rows: object[] }
    expect(known.rows).toMatchObject([{ first_name: 'Nora', places: [{ label: 'Home' }] }])
    const person = await signIn(env, email)
    expect(unwrap(await person.client.from('profiles').select('first_name, last_name, usertype'))).toEqual([
      { first_name: 'Nora', last_name: 'Hilti', usertype: 'rider' }
    ])
    expect(unwrap(await person.client.from('saved_addresses').select('label'))).toEqual([{ label: 'Home' }])
    const after = unwrap(await admin.client.rpc('known_callers', { phone: mobile })) as unknown as { rows: object[] }
    expect(after.rows).toEqual([])
  })

  it('nobody but an admin makes accounts of an import', async () => {
    const state = await checked(admin.client, 'drivers', [{ ...drivers[0], email: `late-${run}@example.com` }])
    const { status, body } = await invoke<{ code: string }>(rider.client, 'accounts/import', { import_id: state.id })
    expect([status, body.code]).toEqual([403, 'not_allowed'])
    expect(await checked(admin.client, 'drivers', [])).toMatchObject({ fresh: 0 })
  })
})
