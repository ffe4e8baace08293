import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Clock, createClock, dated } from '../clock/index.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { createHurry, type Hurry } from './hurry.ts'

const migration = `
  create schema app;
  create table app.clock ("offset" interval not null default '0');
  insert into app.clock default values;
  create function app.now() returns timestamptz language sql stable as $$ select now() + (select c."offset" from app.clock c) $$;
  create table app.ticks (at timestamptz not null);
  create function app.dispatch_tick() returns integer language sql as $$ insert into app.ticks values (app.now()); select 0 $$;
  create table public.booking_offers (driver_id uuid not null, status text not null, expires_at timestamptz not null);`

const person = '00000000-0000-4000-8000-000000000001'
const program = '00000000-0000-4000-8000-000000000002'
const gone = '00000000-0000-4000-8000-000000000003'

let backend: Backend
let clock: Clock
let hurry: Hurry
let isPast = false

beforeAll(async () => {
  backend = await startBackend(migration)
  for (const [id, agent, age] of [
    [person, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140', '1 minute'],
    [program, 'node', '1 minute'],
    [gone, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140', '2 hours']
  ]) {
    await backend.database.query('insert into auth.users (id) values ($1::uuid)', [id])
    await backend.database.query(
      `insert into auth.sessions (id, user_id, user_agent, created_at)
       values (gen_random_uuid(), $1::uuid, $2, now() - $3::interval)`,
      [id, agent, age]
    )
  }
  begin()
})
afterEach(async () => {
  hurry.choose(1)
  await backend.database.exec('delete from public.booking_offers')
  await expect.poll(() => hurry.state()).toMatchObject({ speed: 1, held: null })
  await sleep(300)
})
afterAll(async () => {
  await hurry?.stop()
  clock?.stop()
  await backend?.stop()
})

function begin(): void {
  const { database, log } = backend
  clock = createClock(database)
  hurry = createHurry({ database, clock, log, isPast: () => isPast })
}

const offset = async (): Promise<number> => {
  const [row] = await backend.database.query<{ ms: number }>(
    'select (extract(epoch from "offset") * 1000)::float8 as ms from app.clock'
  )
  return Number(row?.ms)
}

const offer = (driver: string): Promise<unknown> =>
  backend.database.query(
    `insert into public.booking_offers values ($1::uuid, 'open', app.now() + interval '20 seconds')`,
    [driver]
  )

/** How much more the rules' time went on than the real one, in ms, while something happened for so long. */
async function gained(milliseconds: number): Promise<number> {
  const before = await offset()
  await sleep(milliseconds)
  return (await offset()) - before
}

it.each([4, 16] as const)(
  'turns the clock so that time goes %d times as fast, in steps of a quarter second',
  async (speed) => {
    hurry.choose(speed)
    const ratio = (await gained(2000)) / 2000 + 1
    expect(ratio).toBeGreaterThan(speed * 0.75)
    expect(ratio).toBeLessThan(speed * 1.25)
  }
)

it('tells a time that goes on evenly between the steps and never back when real time is chosen again', async () => {
  hurry.choose(16)
  await sleep(600)
  const seen: number[] = []
  for (let look = 0; look < 40; look++) {
    seen.push(clock.now())
    await sleep(25)
    if (look === 20) hurry.choose(1)
  }
  // Both clocks of this process count in fractions, hence the few milliseconds.
  for (const [index, at] of seen.entries()) expect(at).toBeGreaterThan((seen[index - 1] ?? 0) - 20)
  expect(await gained(600)).toBe(0)
})

it('goes at 1x while a person at a browser has an offer open, and hurries again afterwards', async () => {
  hurry.choose(16)
  await sleep(600)
  await offer(person)
  await expect.poll(() => hurry.state()).toMatchObject({ speed: 1, chosen: 16, held: 'offer' })
  expect(await gained(700)).toBe(0)
  await backend.database.exec(`update public.booking_offers set status = 'declined'`)
  await expect.poll(() => hurry.state()).toMatchObject({ speed: 16, held: null })
  expect(await gained(600)).toBeGreaterThan(4000)
})

it('takes none of the seconds that an offer stands', async () => {
  hurry.choose(16)
  await sleep(700)
  await offer(person)
  await sleep(600)
  const [row] = await backend.database.query<{ left: number }>(
    'select extract(epoch from expires_at - app.now())::float8 as left from public.booking_offers'
  )
  expect(Number(row?.left)).toBeGreaterThan(19)
})

it('does not wait for a program, for a page that was closed, or for an offer whose time is over', async () => {
  hurry.choose(16)
  await offer(program)
  await offer(gone)
  await backend.database.query(`insert into public.booking_offers values ($1::uuid, 'open', app.now())`, [person])
  expect(await gained(800)).toBeGreaterThan(5000)
  expect(hurry.state().held).toBeNull()
})

it('leaves the clock alone while the past is played, and says so', async () => {
  isPast = true
  hurry.choose(16)
  await expect.poll(() => hurry.state()).toMatchObject({ speed: 1, held: 'past' })
  expect(await gained(600)).toBe(0)
  isPast = false
  await expect.poll(() => hurry.state()).toMatchObject({ speed: 16, held: null })
})

it('lets dispatch look every five seconds of its own time', async () => {
  await backend.database.exec('delete from app.ticks')
  hurry.choose(16)
  await sleep(2000)
  const [row] = await backend.database.query<{ n: number }>('select count(*)::int as n from app.ticks')
  expect(Number(row?.n)).toBeGreaterThanOrEqual(4)
})

it('begins at 1x after a restart, and time is where it was', async () => {
  hurry.choose(16)
  await sleep(800)
  await hurry.stop()
  clock.stop()
  const before = await offset()
  expect(before).toBeGreaterThan(10_000)
  begin()
  await expect.poll(() => Math.round((clock.now() - Date.now()) / 1000)).toBe(Math.round(before / 1000))
  expect(hurry.state()).toMatchObject({ speed: 1, chosen: 1 })
  expect(await offset()).toBe(before)
})

it('dates what is answered by the time of the rules', async () => {
  const module = dated({ fetch: async () => Response.json([1], { status: 206 }), stop: async () => undefined }, clock)
  const response = await module.fetch(new Request('http://127.0.0.1/'), { address: '' })
  expect([response.status, await response.json()]).toEqual([206, [1]])
  expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - clock.now())).toBeLessThan(1500)
})
