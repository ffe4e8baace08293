/**
 * False times and places through the API, as a manipulated driver's phone could send them: each is refused with its error code
 * or clamped, and the database is compared afterwards. The list is complete: each function for clients that takes a time, a
 * place, a code or a key has to be in `lies` or in `others`.
 */
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, openClock } from '../support/clock.ts'
import { reportFunctions } from '../support/driver-functions.ts'
import { type Person, signIn } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { accept, carTypeId, type Estimate, estimate, goOnline } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

type Args = Record<string, unknown>
interface Lie {
  /** What the phone reports, for the failure message. */
  told: string
  args: Args
  /** The error code of the refusal, or PostgreSQL's code for a value that its type does not allow. */
  refused: string
  by?: 'other'
}

const env = stackUnderTest()
const nowhere = '00000000-0000-7000-8000-00000000dead'
const stop = { lat: 47.153, lng: 9.5151, add: 'Landstrasse' }

/** Steps of a trip in their order. The same lies apply to each. */
const steps = ['arrive_at_pickup', 'start_trip', 'arrive_at_stop', 'reach_drop', 'confirm_cash'] as const
type Step = (typeof steps)[number]
const stepLies: Lie[] = [
  { told: 'the end of time', args: { at: 'infinity' }, refused: 'reported_time_invalid' },
  { told: 'the beginning of time', args: { at: '-infinity' }, refused: 'reported_time_invalid' },
  { told: 'no time', args: { at: 'NaN' }, refused: '22007' },
  { told: 'a zone that does not exist', args: { at: '2026-11-26T10:00:00+99:00' }, refused: '22009' },
  { told: 'an acceptance of long ago', args: { accepted_at: '2000-01-01T00:00:00Z' }, refused: 'job_changed' },
  { told: 'an acceptance that never ends', args: { accepted_at: 'infinity' }, refused: 'job_changed' },
  { told: 'no key', args: { client_key: 'NaN' }, refused: '22P02' },
  { told: 'no booking', args: { booking_id: nowhere }, refused: 'booking_not_found' },
  { told: 'by a driver who does not carry it', args: {}, refused: 'booking_not_found', by: 'other' }
]
const noTime = (name: string, refused: string): Lie[] =>
  ['infinity', '-infinity', '2999-01-01', '1999-01-01'].map((value) => ({
    told: value,
    args: { [name]: value },
    refused
  }))

/** What each function refuses; steps also refuse `stepLies`. */
const lies: Record<string, Lie[]> = {
  arrive_at_pickup: [],
  start_trip: [{ told: 'no code', args: { otp: '' }, refused: 'start_code_required' }],
  arrive_at_stop: [
    { told: 'a stop that is none', args: { position: 99 }, refused: 'stop_not_found' },
    { told: 'a stop before the first', args: { position: -1 }, refused: 'stop_not_found' }
  ],
  reach_drop: [],
  confirm_cash: ['NaN', 'Infinity', -1, 1e9].map((amount) => ({
    told: String(amount),
    args: { amount },
    refused: 'amount_invalid'
  })),
  record_missed_step: [
    { told: 'the end of time', args: { at: 'infinity' }, refused: 'reported_time_invalid' },
    { told: 'no time at all', args: { at: null }, refused: 'reported_time_invalid' },
    { told: 'a step that is none', args: { step: 'paid' }, refused: 'select_proper' },
    { told: 'a reason of its own words', args: { reason: 'The rider <b>lied</b>' }, refused: 'select_proper' },
    { told: 'no key', args: { client_key: null }, refused: 'select_proper' },
    { told: 'by a driver who never had it', args: {}, refused: 'booking_not_found', by: 'other' }
  ],
  start_street_trip: [
    { told: 'while a trip is under way', args: { ...vaduz, add: undefined }, refused: 'driver_busy' },
    { told: 'by a driver off duty', args: { ...vaduz, add: undefined }, refused: 'driver_offline', by: 'other' }
  ],
  why_was_i_not_asked: noTime('hour', 'hour_invalid'),
  driver_money: [
    ...noTime('since', 'period_invalid'),
    ...noTime('until', 'period_invalid').filter(({ told }) => told !== '1999-01-01'),
    { told: 'no day', args: { since: 'NaN' }, refused: '22007' }
  ],
  driver_money_trips: noTime('since', 'period_invalid'),
  driver_statement: noTime('week', 'period_invalid'),
  add_extra: [
    ...['NaN', 'Infinity', -1, 1e9].map((amount) => ({
      told: String(amount),
      args: { amount },
      refused: 'extra_invalid'
    })),
    { told: 'no booking', args: { booking_id: nowhere }, refused: 'booking_not_found' },
    { told: 'by a driver who does not carry it', args: {}, refused: 'booking_not_found', by: 'other' }
  ],
  add_extra_photo: [
    { told: 'an extra that is none', args: {}, refused: 'extra_not_found' },
    { told: 'no key', args: { client_key: 'NaN' }, refused: '22P02' },
    { told: 'by a driver who does not carry it', args: {}, refused: 'booking_not_found', by: 'other' }
  ],
  send_chat_message: [
    { told: 'no key', args: { client_key: 'NaN' }, refused: '22P02' },
    { told: 'by a driver who does not carry it', args: {}, refused: 'chat_not_found', by: 'other' }
  ],
  message_desk: [{ told: 'no key', args: { client_key: 'NaN' }, refused: '22P02' }],
  start_import: [
    { told: 'no key', args: { client_key: 'NaN' }, refused: '22P02' },
    { told: 'by a driver', args: {}, refused: 'not_allowed' }
  ],
  request_withdrawal: [
    ...['NaN', 'Infinity', -1, 0].map((amount) => ({
      told: String(amount),
      args: { amount },
      refused: 'amount_invalid'
    })),
    { told: 'more than there is', args: { amount: 999_999 }, refused: 'insufficient_balance' }
  ],
  return_to_sender: [
    { told: 'of a ride', args: {}, refused: 'not_a_delivery' },
    { told: 'an acceptance of long ago', args: { accepted_at: '2000-01-01T00:00:00Z' }, refused: 'job_changed' },
    { told: 'no time', args: { at: 'NaN' }, refused: '22007' },
    { told: 'no key', args: { client_key: 'NaN' }, refused: '22P02' },
    { told: 'by a driver who does not carry it', args: {}, refused: 'booking_not_found', by: 'other' }
  ],
  report_problem: [
    { told: 'a kind that is none', args: { kind: 'money' }, refused: 'select_proper' },
    { told: 'nothing', args: { message: ' ' }, refused: 'message_invalid' },
    { told: 'no key', args: { client_key: 'NaN' }, refused: '22P02' },
    { told: 'by a driver who never had it', args: {}, refused: 'booking_not_found', by: 'other' }
  ],
  confirm_steps: [
    { told: 'no list', args: { steps: {} }, refused: 'select_proper' },
    { told: 'a text', args: { steps: 'all' }, refused: 'select_proper' },
    { told: 'no steps', args: { steps: [] }, refused: 'select_proper' },
    {
      told: 'too many',
      args: { steps: Array.from({ length: 21 }, () => ({ step: 'arrived' })) },
      refused: 'select_proper'
    }
  ],
  report_position: [],
  // A text has no positions, so none is stored.
  report_positions: [{ told: 'a text', args: { points: 'here' }, refused: 'served' }]
}

/** Functions whose lies gain a driver nothing: those of other roles, and those that show or store the value as given. */
const others: Record<string, string> = Object.fromEntries(
  [
    [
      'an admin’s',
      'add_driver_charge add_to_wallet answer_driver message_driver refund_booking request_approval run_payouts'
    ],
    ['an admin’s', 'write_off drivers_for_map referral_rings correct_fare request_payment take_driver_cash'],
    ['a rider’s', 'change_route create_booking pay_with_wallet return_topup tip_driver plan_account'],
    ['a place that is looked at', 'is_served nearby_drivers save_address'],
    ['an alarm, whose place is the phone’s word', 'raise_alarm']
  ].flatMap(([why = '', names = '']) => names.split(' ').map((name) => [name, why]))
)

let rider: Person
let driver: Person
let other: Person
let clock: Clock
let sql: postgres.Sql

beforeAll(async () => {
  const opened = openClock(env)
  if (!opened || !env.SUPABASE_DB_URL)
    throw new Error('this file needs a clock that tests can turn; vitest.config.ts excludes it on PGlite')
  clock = opened
  sql = postgres(env.SUPABASE_DB_URL, { max: 1, onnotice: () => undefined })
  ;[rider, driver, other] = await Promise.all([
    signIn(env, 'rider3@hackney.test'),
    signIn(env, 'driver@hackney.test'),
    signIn(env, 'driver3@hackney.test')
  ])
  await other.client.rpc('set_driver_active', { active: false })
})
afterAll(async () => {
  await driver.client.rpc('set_driver_active', { active: false })
  await clock.close()
  await sql.end()
})

// A ride that a failed test left open would fail the next tests.
afterEach(async () => {
  const open = await sql<{ id: string }[]>`select id from public.bookings
    where customer_id = ${rider.id} and status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'PENDING')`
  for (const { id: booking_id } of open) {
    await rider.client.rpc('cancel_booking', { booking_id, reason: 'Test is over' })
    await driver.client.rpc('reach_drop', { booking_id })
    await driver.client.rpc('confirm_cash', { booking_id })
  }
})

const call = (person: Person, name: string, args: Args) => person.client.rpc(name as never, args as never)
const refusal = ({ error }: { error: { code: string; message: string } | null }) =>
  error ? (/^[a-z_]+$/.test(error.message) ? error.message : error.code) : 'served'

/**
 * Everything that a lie could change: the booking with its money, history, stops, code, presses and trail, and the driver's own
 * money.
 */
async function world(booking_id: string): Promise<string> {
  const [row] = await sql<{ world: string }[]>`select jsonb_build_object(
    'booking', (select to_jsonb(b) from public.bookings b where b.id = ${booking_id}),
    'finances', (select to_jsonb(f) from public.booking_finances f where f.booking_id = ${booking_id}),
    'stops', (select jsonb_agg(to_jsonb(s) order by s.position) from public.booking_stops s where s.booking_id = ${booking_id}),
    'events', (select jsonb_agg(e.hash order by e.id) from public.booking_events e where e.booking_id = ${booking_id}),
    'extras', (select count(*) from public.booking_extras x where x.booking_id = ${booking_id}),
    'code', (select c.attempts from app.start_codes c where c.booking_id = ${booking_id}),
    'presses', (select count(*) from app.reported_steps t where t.booking_id = ${booking_id}),
    'trail', (select count(*) from public.tracking_points t where t.booking_id = ${booking_id}),
    'wallet', (select wallet_balance from public.profiles where id = ${driver.id}),
    'withdrawals', (select count(*) from public.withdraw_requests where user_id = ${driver.id}),
    'bookings', (select count(*) from public.bookings where driver_id in (${driver.id}, ${other.id})),
    'ledger', (select count(*) from public.ledger_entries))::text as world`
  return row?.world ?? ''
}

const timesOf = async (id: string) => {
  const [row] = await sql<
    { now: Date; arrived_at: Date; started_at: Date; reached_at: Date; paid_at: Date; stop_at: Date; flags: string[] }[]
  >`
    select app.now() as now, b.arrived_at, b.started_at, b.reached_at, b.paid_at, s.arrived_at as stop_at, f.flags
    from public.bookings b join public.booking_finances f on f.booking_id = b.id left join public.booking_stops s on s.booking_id = b.id
    where b.id = ${id}`
  if (!row) throw new Error('no booking')
  return row
}
const column = {
  arrive_at_pickup: 'arrived_at',
  start_trip: 'started_at',
  arrive_at_stop: 'stop_at',
  reach_drop: 'reached_at',
  confirm_cash: 'paid_at'
} as const

async function accepted() {
  await goOnline(driver)
  const car_type_id = await carTypeId(rider.client)
  const asked = await invoke<Estimate>(rider.client, 'routes/estimate', {
    pickup: vaduz,
    drop: schaan,
    waypoints: [stop],
    car_type_id
  })
  const { quote_id } = asked.body
  const { id } = unwrap(await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash' }))
  const { accepted_at } = await accept(driver, id)
  const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
  const args: Record<Step, Args> = {
    arrive_at_pickup: { booking_id: id },
    start_trip: { booking_id: id, otp },
    arrive_at_stop: { booking_id: id, position: 1 },
    reach_drop: { booking_id: id },
    confirm_cash: { booking_id: id }
  }
  return { id, accepted_at, otp, args }
}

/** The same keys in each ride: a key belongs to its booking. */
const keys: Record<Step, string> = {
  arrive_at_pickup: randomUUID(),
  start_trip: randomUUID(),
  arrive_at_stop: randomUUID(),
  reach_drop: randomUUID(),
  confirm_cash: randomUUID()
}

/** A whole ride whose steps report the time `told`; each step is sent twice. */
async function drive(told: (now: Date, step: Step) => string, before: (id: string, step: Step) => Promise<unknown>) {
  const { id, accepted_at, args } = await accepted()
  const now = async () => (await timesOf(id)).now
  const heard: Record<string, { at: Date; now: Date }> = {}
  for (const step of steps) {
    await before(id, step)
    const press = { ...args[step], accepted_at, client_key: keys[step], at: told(await now(), step) }
    expect(refusal(await call(driver, step, press)), step).toBe('served')
    const once = await world(id)
    expect(refusal(await call(driver, step, press)), `${step} again`).toBe('served')
    expect(await world(id), `${step} again`).toBe(once)
    const times = await timesOf(id)
    heard[step] = { at: times[column[step]], now: times.now }
  }
  const { flags } = await timesOf(id)
  const [money] = await sql<{ settlements: number; balance: string; events: number }[]>`select
    (select count(*)::int from public.ledger_transactions t where t.booking_id = ${id} and t.kind = 'settlement') as settlements,
    (select sum(e.amount) from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id where t.booking_id = ${id}) as balance,
    (select count(*)::int from public.booking_events e where e.booking_id = ${id} and e.to_status is distinct from e.from_status) as events`
  return {
    id,
    heard,
    flags,
    money,
    secondsAgo: (step: Step) => Number(heard[step]?.now) / 1000 - Number(heard[step]?.at) / 1000
  }
}

describe('the list of functions', () => {
  it('has every function for clients that takes a time, a place, a code or a key', () => {
    const told = reportFunctions()
    expect(told.length).toBeGreaterThan(25)
    const known = new Set([...Object.keys(lies), ...Object.keys(others)])
    expect(told.filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => !told.includes(name))).toEqual([])
  })
})

describe('a false time, acceptance, code or key', () => {
  it('is refused at each step of a trip, and changes nothing', async () => {
    const { id, args } = await accepted()
    for (const step of steps) {
      const before = await world(id)
      for (const { told, args: lie, refused, by } of [...stepLies, ...(lies[step] ?? [])]) {
        const answer = await call(by === 'other' ? other : driver, step, { ...args[step], ...lie })
        expect.soft(refusal(answer), `${step}: ${told}`).toBe(refused)
      }
      expect(await world(id), step).toBe(before)
      expect(refusal(await call(driver, step, args[step])), step).toBe('served')
      if (step === 'start_trip') await refuseOthers(id)
    }
  })

  /** Lies in functions other than steps, while the trip is under way. */
  async function refuseOthers(id: string) {
    const truth: Record<string, Args> = {
      record_missed_step: {
        booking_id: id,
        step: 'reached',
        reason: 'wrong_status',
        client_key: randomUUID(),
        at: new Date().toISOString()
      },
      start_street_trip: { client_key: randomUUID() },
      return_to_sender: { booking_id: id, reason: 'Nobody there' },
      report_problem: { booking_id: id, kind: 'fare', message: 'Too low', client_key: randomUUID() },
      driver_money: { since: '2026-01-01', until: '2026-01-07' },
      driver_money_trips: { since: '2026-01-01', until: '2026-01-07' },
      add_extra: { booking_id: id, key: 'toll', amount: 1, client_key: randomUUID() },
      add_extra_photo: { booking_id: id, client_key: randomUUID() },
      send_chat_message: { booking_id: id, message: 'Hello', client_key: randomUUID() },
      message_desk: { message: 'Hello', client_key: randomUUID() },
      start_import: { kind: 'drivers', name: 'drivers.csv', client_key: randomUUID() }
    }
    const before = await world(id)
    for (const [name, list] of Object.entries(lies)) {
      if (steps.includes(name as Step)) continue
      for (const { told, args, refused, by } of list) {
        const answer = await call(by === 'other' ? other : driver, name, { ...truth[name], ...args })
        expect.soft(refusal(answer), `${name}: ${told}`).toBe(refused)
      }
    }
    expect(await world(id)).toBe(before)
  }

  it('counts as now if it is an hour ahead, without a flag', async () => {
    const { secondsAgo, flags, money } = await drive(
      (now) => new Date(+now + 3600_000).toISOString(),
      async () => {}
    )
    for (const step of steps) expect(Math.abs(secondsAgo(step)), step).toBeLessThan(10)
    expect(flags).not.toContain('reported_time')
    expect(money).toMatchObject({ settlements: 1, balance: expect.stringMatching(/^-?0(\.0+)?$/) })
  })

  it('counts as ten minutes ago if it is of another century, is flagged, and is paid on the server’s day', async () => {
    const ride = await drive(
      () => '1926-11-26T00:00:00Z',
      () => clock.turnBy(12 * 60)
    )
    for (const step of steps.slice(0, 4)) {
      expect(ride.secondsAgo(step), step).toBeGreaterThan(590)
      expect(ride.secondsAgo(step), step).toBeLessThan(620)
    }
    expect(Math.abs(ride.secondsAgo('confirm_cash'))).toBeLessThan(10)
    expect(ride.flags).toContain('reported_time')
    expect(ride.money).toMatchObject({ settlements: 1, balance: expect.stringMatching(/^-?0(\.0+)?$/) })
  })

  it('counts as the last event if it is before it', async () => {
    const ride = await drive(
      (now) => new Date(+now - 8 * 60_000).toISOString(),
      (_, step) => clock.turnBy(step === 'start_trip' ? 240 : 1)
    )
    const [arrived, started, reached] = (['arrive_at_pickup', 'start_trip', 'reach_drop'] as const).map((step) =>
      Number(ride.heard[step]?.at)
    )
    expect(started).toBeGreaterThanOrEqual(arrived ?? Number.NaN)
    expect(reached).toBeGreaterThanOrEqual(started ?? Number.NaN)
    expect(ride.secondsAgo('start_trip')).toBeLessThanOrEqual(300)
  })

  it('counts as the same moment in any time zone', async () => {
    const zones = ['+14:00', '-12:00', '+05:45', 'Z', '-03:30']
    const said: string[] = []
    const ride = await drive(
      (now, step) => {
        const moment = new Date(+now - 500)
        said.push(moment.toISOString())
        const zone = zones[steps.indexOf(step)] ?? 'Z'
        const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(zone) ?? []
        const shift = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
        return new Date(+moment + shift).toISOString().replace('Z', zone)
      },
      () => clock.turnBy(1)
    )
    const told = await sql<
      { reported_at: Date }[]
    >`select distinct reported_at from public.booking_events e where e.booking_id = ${ride.id} and e.reported_at is not null order by reported_at`
    expect(told.map(({ reported_at }) => reported_at.toISOString())).toEqual(
      expect.arrayContaining(said.filter((_, index) => steps[index] !== 'arrive_at_stop'))
    )
  })

  it('is kept as evidence once, clamped to the time of the trip', async () => {
    const { id, args } = await accepted()
    const missed = {
      booking_id: id,
      step: 'cash',
      reason: 'wrong_status',
      client_key: randomUUID(),
      at: '2999-01-01T00:00:00Z'
    }
    expect(unwrap(await call(driver, 'record_missed_step', missed))).toBe(true)
    expect((await call(driver, 'record_missed_step', missed)).data).toBe(false)
    await call(driver, 'record_missed_step', { ...missed, client_key: randomUUID(), at: '1926-01-01T00:00:00Z' })
    const [row] = await sql<
      { fits: boolean; n: number }[]
    >`select bool_and(e.reported_at between b.accepted_at and app.now()) as fits, count(*)::int as n
      from public.booking_events e join public.bookings b on b.id = e.booking_id where b.id = ${id} and e.note like 'missed%'`
    expect(row).toEqual({ fits: true, n: 2 })
    await call(driver, 'cancel_booking', { booking_id: id, reason: 'Test is over' })
    expect(refusal(await call(driver, 'arrive_at_pickup', args.arrive_at_pickup))).toBe('booking_not_found')
    await call(rider, 'cancel_booking', { booking_id: id, reason: 'Test is over' })
  })
})

describe('a start code', () => {
  it('that is wrong counts once for each key, and a later right code with that key is refused', async () => {
    const { id, otp, args } = await accepted()
    unwrap(await call(driver, 'arrive_at_pickup', args.arrive_at_pickup))
    const wrong = String((Number(otp) + 1) % 100_000).padStart(5, '0')
    const press = { booking_id: id, otp: wrong, client_key: randomUUID() }
    for (let n = 0; n < 10; n++) expect(refusal(await call(driver, 'start_trip', press))).toBe('start_code_wrong')
    expect(refusal(await call(driver, 'start_trip', { ...press, otp }))).toBe('start_code_wrong')
    const [code] = await sql`select attempts from app.start_codes where booking_id = ${id}`
    expect(code?.attempts).toBe(1)
    expect(refusal(await call(driver, 'start_trip', { ...press, otp, client_key: randomUUID() }))).toBe('served')
    expect(refusal(await call(driver, 'reach_drop', { booking_id: id }))).toBe('served')
    expect(refusal(await call(driver, 'confirm_cash', { booking_id: id }))).toBe('served')
  })
})

describe('an extra', () => {
  it('is refused on the next trip if it reuses the key', async () => {
    const client_key = randomUUID()
    for (const expected of ['served', 'extra_invalid']) {
      const { id, args } = await accepted()
      for (const step of ['arrive_at_pickup', 'start_trip'] as const) unwrap(await call(driver, step, args[step]))
      const extra = { booking_id: id, key: 'toll', amount: 2, client_key }
      expect(refusal(await call(driver, 'add_extra', extra))).toBe(expected)
      expect(refusal(await call(driver, 'add_extra', extra))).toBe(expected)
      const [row] = await sql`select count(*)::int as n from public.booking_extras where booking_id = ${id}`
      expect(row?.n).toBe(expected === 'served' ? 1 : 0)
      for (const step of ['arrive_at_stop', 'reach_drop', 'confirm_cash'] as const)
        unwrap(await call(driver, step, args[step]))
    }
  })
})

describe('a false position', () => {
  /** Reports, and the most points that the trail may keep of each. */
  const reports: [string, (now: number) => unknown, number][] = [
    ['a teleport of 100 km', (now) => [{ lat: 48, lng: 9.5, at: now }], 0],
    ['an hour ahead', (now) => [{ ...vaduz, at: now + 3600_000 }], 0],
    ['no numbers', (now) => ['NaN', null, true, {}, [], 'x'].map((lat) => ({ lat, lng: 9.52, at: now })), 0],
    [
      'off the globe',
      (now) => [
        { lat: 1e300, lng: -1e300, at: now },
        { lat: 91, lng: 9.52, at: now }
      ],
      0
    ],
    [
      'the end of time',
      () => [
        { ...vaduz, at: 'infinity' },
        { ...vaduz, at: '-infinity' },
        { ...vaduz, at: 'soon' }
      ],
      0
    ],
    ['before the trip was accepted', (now) => [{ ...vaduz, at: now - 26 * 3600_000 }], 0],
    ['an accuracy of five kilometres', (now) => [{ ...vaduz, at: now, accuracy: 5000 }], 0],
    ['no list', () => ({ lat: 47.141, lng: 9.52 }), 0],
    ['a list of anything', () => [1, null, 'x', [], {}], 0],
    ['the same point 500 times', (now) => Array.from({ length: 500 }, () => ({ ...vaduz, at: now })), 1],
    [
      '5000 points of one second',
      (now) => Array.from({ length: 5000 }, (_, n) => ({ ...vaduz, at: now - 1000 + n / 5 })),
      2
    ],
    ['the wrong order', (now) => [0, -1000, -2000].map((ms) => ({ ...vaduz, at: now + ms })), 3],
    ['the booking of somebody else', (now) => [{ ...vaduz, at: now, booking_id: nowhere }], 1]
  ]

  it('adds no impossible point to the trail, and does not raise the fare', async () => {
    const { id, args } = await accepted()
    for (const step of ['arrive_at_pickup', 'start_trip'] as const) unwrap(await call(driver, step, args[step]))
    for (const [told, points, most] of reports) {
      await clock.turnBy(5)
      const kept = await call(driver, 'report_positions', { points: points(+(await timesOf(id)).now) })
      expect(kept.error, told).toBeNull()
      expect(Number(kept.data), told).toBeLessThanOrEqual(most)
    }
    for (const lie of [
      { lat: 'NaN', lng: 9.52 },
      { lat: 'Infinity', lng: 9.52 },
      { lat: 48, lng: 9.5 },
      { ...vaduz, add: undefined, at: '2999-01-01' }
    ]) {
      const kept = await call(driver, 'report_position', lie)
      expect([kept.error, kept.data], JSON.stringify(lie)).toEqual([null, 0])
    }
    const [trail] =
      await sql`select bool_and(app.distance_m(t.lat, t.lng, ${vaduz.lat}, ${vaduz.lng}) < 1000 and t.at <= app.now()) as fits,
      count(*)::int as n from public.tracking_points t where t.booking_id = ${id}`
    expect(trail?.fits).toBe(true)
    expect(trail?.n).toBeLessThan(20)
    const [elsewhere] =
      await sql`select count(*)::int as n from public.tracking_points t where t.driver_id = ${driver.id} and t.booking_id <> ${id} and t.received_at > (select started_at from public.bookings where id = ${id})`
    expect(elsewhere?.n).toBe(0)
    for (const step of ['arrive_at_stop', 'reach_drop', 'confirm_cash'] as const)
      unwrap(await call(driver, step, args[step]))
    const [paid] = await sql`select trip_cost <= estimate as fits from public.bookings where id = ${id}`
    expect(paid?.fits).toBe(true)
  })

  it('starts no street trip, and neither does another driver’s key', async () => {
    await goOnline(driver)
    for (const [place, refused] of [
      [{ lat: schaan.lat, lng: schaan.lng }, 'position_needed'],
      [{ lat: 'NaN', lng: 9.52 }, 'position_needed'],
      [{ lat: 'Infinity', lng: 9.52 }, 'position_needed'],
      [{ lat: null, lng: null }, 'position_needed'],
      [{ lat: 147, lng: 9.52 }, 'position_needed']
    ] as const) {
      expect(refusal(await call(driver, 'start_street_trip', place)), JSON.stringify(place)).toBe(refused)
    }
    const here = { lat: vaduz.lat, lng: vaduz.lng, client_key: randomUUID() }
    const first = unwrap(await driver.client.rpc('start_street_trip', here))
    expect(unwrap(await driver.client.rpc('start_street_trip', here)).id).toBe(first.id)
    expect(refusal(await call(other, 'start_street_trip', here))).toBe('driver_offline')
    expect(refusal(await call(driver, 'start_street_trip', { ...here, client_key: randomUUID() }))).toBe('driver_busy')
    unwrap(await driver.client.rpc('reach_drop', { booking_id: first.id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: first.id }))
    expect(unwrap(await driver.client.rpc('start_street_trip', here)).status).toBe('PAID')
  })
})

describe('claims', () => {
  it('of two bookings at the same time succeed for only one, even when simultaneous', async () => {
    const { quote_id: one } = await estimate(rider.client)
    const { quote_id: two } = await estimate(rider.client)
    const [row] = await sql<{ later: Date }[]>`select app.now() + interval '30 hours' as later`
    const trip_at = row?.later.toISOString() ?? ''
    const made = []
    for (const quote_id of [one, two])
      made.push(
        unwrap(await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash', trip_at }))
      )
    const answers = await Promise.all(made.map(({ id }) => call(driver, 'claim_booking', { booking_id: id })))
    expect(answers.map(refusal).sort()).toEqual(['claims_overlap', 'served'])
    const [held] =
      await sql`select count(*)::int as n from public.bookings where id in ${sql(made.map(({ id }) => id))} and driver_id = ${driver.id}`
    expect(held?.n).toBe(1)
    for (const { id } of made) await call(rider, 'cancel_booking', { booking_id: id, reason: 'Test is over' })
  })
})
