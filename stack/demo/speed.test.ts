import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Clock, createClock, dated, type MachineTime } from '../clock/index.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { createSpeedControl, type SpeedControl } from './speed.ts'

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

/** Length of a step of the accelerated time, by the machine's clock (ms). */
const STEP = 250

/** The machine's time, which the test advances, so that the result does not depend on the machine's speed. */
let now = 0
let wake: (() => void) | null = null
const born = Date.now()
const time: MachineTime = {
  wall: () => born + now,
  now: () => now,
  sleep: () =>
    new Promise((resolve) => {
      wake = resolve
    })
}

let backend: Backend
let clock: Clock
let control: SpeedControl
let rate = 1

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
  control.choose(1)
  await backend.database.exec('delete from public.booking_offers')
  await pass(STEP)
  expect(control.state()).toMatchObject({ speed: 1, held: null })
})
afterAll(async () => {
  await stop()
  await backend?.stop()
})

function begin(): void {
  rate = 1
  wake = null
  const { database, log } = backend
  const inner = createClock(database, time)
  clock = {
    ...inner,
    set(...told) {
      rate = told[1]
      inner.set(...told)
    }
  }
  control = createSpeedControl({ database, clock, log, time })
}

async function stop(): Promise<void> {
  const stopped = control.stop()
  wake?.()
  await stopped
  clock.stop()
}

/** Waits until the acceleration pauses before its next step, or has ended. */
const settled = () =>
  expect.poll(() => wake !== null || (rate === 1 && control.state().chosen === 1), { timeout: 30_000 }).toBe(true)

/** Advances time, step by step. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= STEP) {
    await settled()
    now += STEP
    const resume = wake
    wake = null
    resume?.()
    await settled()
  }
}

const offset = async (): Promise<number> => {
  const [row] = await backend.database.query<{ ms: number }>(
    'select (extract(epoch from "offset") * 1000)::float8 as ms from app.clock'
  )
  return Number(row?.ms)
}

const offer = (driver: string): Promise<unknown> =>
  backend.database.query(
    `insert into public.booking_offers values ($1::uuid, 'open', app.now() + interval '10 minutes')`,
    [driver]
  )

/** How much more the rules' time advanced than the machine's, in ms, over this duration. */
async function gained(milliseconds: number): Promise<number> {
  const before = await offset()
  await pass(milliseconds)
  return (await offset()) - before
}

it.each([4, 16] as const)(
  'the demo’s clock advances so that time runs %d times as fast, in steps of a quarter second',
  async (speed) => {
    control.choose(speed)
    expect(await gained(STEP)).toBe((speed - 1) * STEP)
    expect(await gained(2000)).toBe((speed - 1) * 2000)
  }
)

it('the demo’s clock includes time that passed while a step was late', async () => {
  control.choose(16)
  await settled()
  const before = await offset()
  now += 3000
  await pass(STEP)
  expect((await offset()) - before).toBe(15 * 3250)
})

it('the demo’s time is continuous between steps and never goes back when real time is chosen again', async () => {
  control.choose(16)
  await pass(STEP)
  const looks = async (): Promise<number[]> => {
    const seen = [clock.now()]
    for (let step = 0; step < 4; step++) {
      for (let part = 1; part < 5; part++) {
        now += 50
        seen.push(clock.now())
      }
      now -= 200
      await pass(STEP)
      seen.push(clock.now())
    }
    return seen.slice(1).map((at, index) => Math.round(at - (seen[index] ?? 0)))
  }
  expect(new Set(await looks())).toEqual(new Set([16 * 50]))
  control.choose(1)
  await pass(STEP)
  expect(new Set(await looks())).toEqual(new Set([50]))
  expect(await gained(1000)).toBe(0)
})

it('the demo runs at 1x while a person has an offer open in a browser, and speeds up again afterwards', async () => {
  control.choose(16)
  await pass(500)
  await offer(person)
  // An offer loses no second of its time: the check for one comes before the step.
  expect(await gained(1000)).toBe(0)
  expect(control.state()).toMatchObject({ speed: 1, chosen: 16, held: 'offer' })
  await backend.database.exec(`update public.booking_offers set status = 'declined'`)
  await pass(STEP)
  expect(control.state()).toMatchObject({ speed: 16, held: null })
  expect(await gained(500)).toBe(15 * 500)
})

it('the demo does not slow down for a program, for a closed page, or for an expired offer', async () => {
  control.choose(16)
  await offer(program)
  await offer(gone)
  await backend.database.query(
    `insert into public.booking_offers values ($1::uuid, 'open', app.now() - interval '1 second')`,
    [person]
  )
  expect(await gained(1000)).toBe(15 * 1000)
  expect(control.state().held).toBeNull()
})

it('the demo’s clock catches up after another session locked it, and keeps that session’s change', async (context) => {
  // Skip on PGlite, which runs no other transaction in between.
  if (backend.database.kind === 'pglite') return context.skip()
  control.choose(16)
  await pass(STEP)
  const before = await offset()
  await backend.database.transaction(async (tx) => {
    await tx.exec(`update app.clock set "offset" = "offset" + interval '1 hour'`)
    await pass(1000)
  })
  expect(await offset()).toBe(before + 3_600_000)
  await pass(STEP)
  expect(await offset()).toBe(before + 3_600_000 + 15 * 1250)
})

it('dispatch ticks every five seconds of the demo’s time', async () => {
  await backend.database.exec('delete from app.ticks')
  control.choose(16)
  await pass(2000)
  const [row] = await backend.database.query<{ n: number }>('select count(*)::int as n from app.ticks')
  // The steps are four seconds long, so every other one is used.
  expect(Number(row?.n)).toBe(4)
})

it('after a restart the demo runs at 1x, and its time continues', async () => {
  control.choose(16)
  await pass(1000)
  await stop()
  const before = await offset()
  expect(before).toBeGreaterThanOrEqual(15 * 1000)
  begin()
  await expect.poll(() => Math.round(clock.now() - time.wall()), { timeout: 30_000 }).toBe(Math.round(before))
  expect(control.state()).toMatchObject({ speed: 1, chosen: 1 })
  expect(await offset()).toBe(before)
})

it('responses are dated by the demo’s time', async () => {
  const module = dated({ fetch: async () => Response.json([1], { status: 206 }), stop: async () => undefined }, clock)
  const response = await module.fetch(new Request('http://127.0.0.1/'), { address: '' })
  expect([response.status, await response.json()]).toEqual([206, [1]])
  expect(response.headers.get('date')).toBe(new Date(clock.now()).toUTCString())
})
