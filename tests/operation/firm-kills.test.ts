/**
 * kill -9 in the middle of each step of the set-up, and of an import with accounts: nothing is half done at the next start, and
 * the same press goes on where it stopped.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimBlock } from '../../stack/testing/ports.ts'
import { enrol } from '../support/authenticator.ts'
import { temporaryFolder } from '../support/folder.ts'
import { isFull } from '../support/full.ts'
import { type Client, service, visitor } from '../support/people.ts'
import { pictureOf } from '../support/picture.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { newLink } from '../support/setup-link.ts'
import { databaseUnderTest, type Stack, startStack } from '../support/stack.ts'

const monaco = join(fileURLToPath(new URL('../regions', import.meta.url)), 'monaco-2021.osm.pbf')
const data = temporaryFolder()
const block = await claimBlock()
let stack: Stack
let owner: Client

/** Starts the firm, at the same addresses each time, so that the owner's session goes on. */
async function begin(...args: string[]): Promise<void> {
  stack = await startStack({ data, port: block.first, database: databaseUnderTest(), args: ['--empty', ...args] })
}

beforeAll(async () => {
  await begin(`--extract=${monaco}`)
  const [, key] = (await newLink({ ...stack.env, WEB_URL: 'https://taxi.example' })).split('#')
  owner = visitor(stack.env)
  const asked = { key, email: 'ann@taxi.example', client_key: randomUUID() }
  const { body } = await invoke<{ email: string; code: string }>(owner, 'accounts/setup', asked)
  const { error } = await owner.auth.verifyOtp({ email: body.email, token: body.code, type: 'email' })
  if (error) throw error
  await enrol(owner)
})

afterAll(async () => {
  await stack?.stop()
  block.release()
})

/** Kills the stack while the work runs, after a while of up to `ms`; the work may then have been done or not. */
async function killDuring(work: () => Promise<unknown>, ms: number): Promise<void> {
  const running = work().catch(() => 'interrupted')
  await sleep(Math.random() * ms)
  await stack.kill()
  await running
  await begin()
}

const confirm = async (step: string, patch = {}) => unwrap(await owner.rpc('confirm_setup', { step, patch }))
const save = async (patch: Record<string, unknown>) =>
  unwrap(await owner.rpc('update_settings', { patch: patch as never }))
const ring = [
  [7.41, 43.73],
  [7.43, 43.73],
  [7.43, 43.75],
  [7.41, 43.75],
  [7.41, 43.73]
]
const geojson = { type: 'Polygon', coordinates: [ring] }
const zone = { id: randomUUID(), name: 'Port', kind: 'fixed', amount: 30, applies_to: 'either', geojson }
const grimaldi = { lat: 43.7347, lng: 7.4202, add: 'Rue Grimaldi' }
const larvotto = { lat: 43.7457, lng: 7.4318, add: 'Boulevard du Larvotto' }
const driver = randomUUID()

/** How many rows a table has. */
const count = async (
  table: 'car_types' | 'zones' | 'drivers' | 'bookings' | 'receipts' | 'ledger_entries' | 'profiles'
) => (await service(stack.env).from(table).select('*', { count: 'exact', head: true }).throwOnError()).count

/** How many people have a driver's account that was not taken back. */
const driving = async (): Promise<number> => {
  const all = service(stack.env).from('profiles').select('*', { count: 'exact', head: true })
  return (await all.eq('usertype', 'driver').is('deleted_at', null).throwOnError()).count ?? 0
}

interface Step {
  name: string
  /** What the page does at one press. */
  press(): Promise<unknown>
  /** Everything that the press changes. It has either all of its values from before, or all from after it. */
  state(): Promise<unknown>
}

const settingsOf = async (...columns: string[]) =>
  unwrap(await service(stack.env).from('settings').select(columns.join(',')).single())
const setup = async () => unwrap(await owner.rpc('firm_setup'))

const steps: Step[] = [
  {
    name: 'town',
    press: () => confirm('town', { country: 'MC', time_zone: 'Europe/Monaco', panic: '112' }),
    state: async () => [(await setup()).town, await settingsOf('country', 'time_zone')]
  },
  {
    name: 'service area',
    press: async () => owner.rpc('save_service_area', { area: geojson }).throwOnError(),
    // Without the time: a press that is repeated writes the same area once more.
    state: async () => unwrap(await owner.rpc('service_area')).geojson
  },
  {
    name: 'firm',
    press: () => save({ app_name: 'Ann Cabs', company_phone: '+37793152815' }),
    state: async () => [(await setup()).firm, await settingsOf('app_name', 'company_phone')]
  },
  {
    name: 'tax',
    press: () => confirm('tax', { tax_percent: 10 }),
    state: async () => [(await setup()).tax, await settingsOf('tax_percent')]
  },
  {
    name: 'offer',
    press: () => confirm('offer', { cash_payments: true, card_payments: false, app_category: 'taxi' }),
    state: async () => [(await setup()).offer, await settingsOf('card_payments', 'app_category')]
  },
  {
    name: 'cars',
    press: async () => {
      const names = ['Cab', 'Estate', 'Van', 'Premium', 'Courier']
      return unwrap(await owner.rpc('start_car_types', { fare: 15, names, fee_percent: 10 }))
    },
    state: async () => [(await setup()).cars, await count('car_types')]
  },
  {
    name: 'places',
    press: async () => unwrap(await owner.rpc('save_zone', { zone })),
    state: () => count('zones')
  },
  { name: 'places confirmed', press: () => confirm('places'), state: async () => (await setup()).places },
  {
    name: 'legal',
    press: () => save({ company_name: 'Ann Cabs Ltd', company_address: '1 Main Street', legal_template: 'gdpr' }),
    state: async () => [(await setup()).legal, await settingsOf('company_name', 'company_address', 'legal_template')]
  },
  {
    name: 'logo',
    press: async () => {
      const logo = `logo-${randomUUID()}`
      const { error } = await owner.storage.from('company').upload(logo, pictureOf('face'))
      if (error) throw error
      await expect
        .poll(async () => (await owner.rpc('check_file', { bucket: 'company', path: logo })).data, { timeout: 20_000 })
        .toBe('clean')
      await save({ logo })
    },
    state: async () => {
      const { logo: stored } = (await settingsOf('logo')) as unknown as { logo: string }
      if (stored === '') return 0
      // A stored logo has its file.
      const { data: file } = await service(stack.env).storage.from('company').download(stored)
      return file?.size
    }
  },
  {
    name: 'drivers',
    press: async () => {
      const [car] = unwrap(await owner.from('car_types').select('id').eq('name', 'Cab'))
      const person = { first_name: 'Dora', last_name: 'Frick', email: 'dora@taxi.example', vehicle_number: 'T 4711' }
      const asked = { action: 'create', client_key: driver, usertype: 'driver', approved: true, ...person }
      const made = await invoke(owner, 'accounts/users', { ...asked, car_type_id: car?.id })
      if (made.status !== 200) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
    },
    state: async () => [(await setup()).drivers, await count('drivers'), await count('profiles')]
  },
  {
    name: 'first_ride',
    press: async () => {
      const points = Array.from({ length: 20 }, (_, nr) => ({
        lat: grimaldi.lat + ((larvotto.lat - grimaldi.lat) * (nr + 1)) / 20,
        lng: grimaldi.lng + ((larvotto.lng - grimaldi.lng) * (nr + 1)) / 20
      }))
      const way = { points, distance_in_km: 2, time_in_secs: 300, polyline: 'abc' }
      return unwrap(await owner.rpc('rehearse_ride', { route: { pickup: grimaldi, drop: larvotto, ...way } as never }))
    },
    state: async () => [
      (await setup()).first_ride,
      // Nothing of it stays, whenever it ends.
      [await count('bookings'), await count('receipts'), await count('ledger_entries'), await count('profiles')]
    ]
  },
  { name: 'live', press: () => confirm('live'), state: async () => (await setup()).live }
]

/** Each kill is a start of the whole stack: all steps five times with HACKNEY_FULL=1, else every third from a random one on. */
const chosen = Math.floor(Math.random() * 3)

it.each(steps.map((step, place) => ({ ...step, rounds: isFull ? 5 : Number(place % 3 === chosen) })))(
  'the step $name of a set-up is done or not done after $rounds kills, and the next press does it',
  async ({ press, state, rounds }) => {
    const before = await state()
    const seen: unknown[] = []
    for (let round = 0; round < rounds; round++) {
      await killDuring(press, 120)
      seen.push(await state())
    }
    await press()
    const after = await state()
    expect(after).not.toEqual(before)
    for (const found of seen) expect([before, after]).toContainEqual(found)
  }
)

it('an import of drivers that is killed while it makes accounts goes on, and its undo too', async () => {
  const ROWS = 40
  const start = { kind: 'drivers', name: 'drivers.csv', client_key: randomUUID() }
  const { id: import_id } = unwrap(await owner.rpc('start_import', start)) as unknown as { id: string }
  const rows = Array.from({ length: ROWS }, (_, place) => ({
    nr: place + 2,
    facts: {
      first_name: 'Ida',
      last_name: 'Frick',
      email: `driver-${place}@taxi.example`,
      vehicle_number: `B ${place}`,
      car_type: 'Cab'
    }
  }))
  unwrap(await owner.rpc('add_import_rows', { import_id, rows }))
  interface State {
    waiting: number
    fresh: number
    changed: number
    done: number
  }
  /** Calls until nothing is left, through kills. */
  const throughKills = async (call: () => Promise<State>, left: (state: State) => number) => {
    for (let kills = 0; ; kills++) {
      const all = async () => {
        let state = await call()
        while (left(state) > 0) state = await call()
        return state
      }
      if (kills === (isFull ? 5 : 1)) {
        await all()
        return
      }
      await killDuring(all, 1500)
    }
  }
  const check = async () => unwrap(await owner.rpc('check_import', { import_id })) as unknown as State
  const write = async () => {
    const { status, body } = await invoke<State>(owner, 'accounts/import', { import_id })
    if (status !== 200) throw new Error(`accounts/import: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const undo = async () => unwrap(await owner.rpc('undo_import', { import_id })) as unknown as State
  const already = await driving()
  await throughKills(check, ({ waiting }) => waiting)
  expect(await driving()).toBe(already)
  await throughKills(write, ({ waiting, fresh, changed }) => waiting + fresh + changed)
  expect(await driving()).toBe(already + ROWS)
  const users = async () => {
    const { data, error } = await service(stack.env).auth.admin.listUsers({ perPage: 200 })
    if (error) throw error
    return data.users.length
  }
  // Each account has a profile, and no account was made twice.
  expect(await users()).toBe(await count('profiles'))
  await throughKills(undo, ({ done }) => done)
  expect(await driving()).toBe(already)
})
