// Fifty drivers press "accept" at once: time until the last of them has a response, and the winner's time.
import postgres from 'postgres'
import { isFull } from '../../tests/support/full.ts'
import { type Figure, percentile, round } from '../report.ts'
import { carTypes } from './city.ts'

const racers = 50
const rounds = isFull ? 40 : 15
const cab = '0c000000-0000-4000-8000-000000000001'
const rider = '0d000000-0000-4000-8000-000000000301'
const racer = (n: number): string => `0e000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const racerIds = Array.from({ length: racers }, (_, n) => racer(n + 1))

/**
 * Creates fifty drivers with a cab next to the pickup. The million drivers of the city have other car types, so they get no
 * offers.
 */
async function hire(sql: postgres.Sql): Promise<void> {
  if (carTypes.includes(cab)) throw new Error('The city may not drive cabs')
  await sql`insert into auth.users (id, email, raw_app_meta_data)
    select u.id, 'race' || u.n || '@hackney.test', '{"usertype": "driver"}' from unnest(${racerIds}::uuid[]) with ordinality u (id, n)`
  await sql`update public.drivers set car_type_id = ${cab}, driver_active_status = true where id = any (${racerIds}::uuid[])`
  await sql`insert into public.driver_positions (driver_id, lat, lng) select u.id, 47.141, 9.52 from unnest(${racerIds}::uuid[]) u (id)`
  await sql`select app.refresh_driver(u.id) from unnest(${racerIds}::uuid[]) u (id)`
  await sql`update public.settings set dispatch_mode = 'all', auto_dispatch = true, free_cancellations = 1000`
}

/** Creates a booking that is offered to all fifty drivers; returns its id. */
async function offer(sql: postgres.Sql): Promise<string> {
  const order = {
    car_type_id: cab,
    distance_in_km: 3.5,
    time_in_secs: 420,
    pickup: { lat: 47.141, lng: 9.5209, add: 'Vaduz' },
    drop: { lat: 47.1655, lng: 9.5103, add: 'Schaan' }
  }
  // Advance the clock by a minute each time, because twenty bookings must not be cancelled within ten minutes.
  await sql`update app.clock set "offset" = "offset" + interval '1 minute'`
  await sql`update public.driver_positions set updated_at = app.now() where driver_id = any (${racerIds}::uuid[])`
  return sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: rider, role: 'authenticated', user_role: 'rider' })}, true)`
    const [quote] = await tx<
      { id: string }[]
    >`select to_jsonb(public.quote_fare(${rider}, ${tx.json(order)})) ->> 'quote_id' as id`
    const [booking] = await tx<{ id: string }[]>`select id from public.create_booking(${quote?.id ?? ''}, 'cash')`
    const [asked] = await tx<
      { n: number }[]
    >`select count(*)::integer as n from public.requested_drivers where booking_id = ${booking?.id ?? ''}`
    if (asked?.n !== racers) throw new Error(`${asked?.n} of ${racers} drivers were asked`)
    return booking?.id ?? ''
  })
}

async function withdraw(sql: postgres.Sql, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: rider, role: 'authenticated', user_role: 'rider' })}, true)`
    await tx`select public.cancel_booking(${id}, 'Measured')`
  })
}

/** Opens fifty sessions, each with the claims of a driver, as a pooled connection has them during a call. */
async function enter(url: string): Promise<postgres.Sql[]> {
  const options = { max: 1, onnotice: () => undefined, idle_timeout: 0 }
  const sessions = racerIds.map(() => postgres(url, options))
  await Promise.all(
    sessions.map(async (session, n) => {
      const claims = JSON.stringify({ sub: racerIds[n], role: 'authenticated', user_role: 'driver' })
      await session`select set_config('request.jwt.claims', ${claims}, false), set_config('role', 'authenticated', false)`
    })
  )
  return sessions
}

interface Outcome {
  winner: number
  last: number
}

async function race(sessions: readonly postgres.Sql[], id: string): Promise<Outcome> {
  const begin = performance.now()
  let winner = 0
  let wins = 0
  await Promise.all(
    sessions.map(async (session) => {
      try {
        await session.unsafe('select id from public.accept_booking($1::uuid)', [id], { prepare: true })
        winner = performance.now() - begin
        wins += 1
      } catch (error) {
        if (!(error instanceof Error) || !/try_again|booking_taken/.test(error.message)) throw error
      }
    })
  )
  if (wins !== 1) throw new Error(`${wins} drivers won one booking`)
  return { winner, last: performance.now() - begin }
}

export async function acceptFigures(url: string, sql: postgres.Sql): Promise<Figure[]> {
  await hire(sql)
  const sessions = await enter(url)
  const outcomes: Outcome[] = []
  try {
    // Do three more rounds than are counted: they warm up plans and caches of the fifty sessions.
    for (let round = 0; round < rounds + 3; round++) {
      const id = await offer(sql)
      const outcome = await race(sessions, id)
      if (round >= 3) outcomes.push(outcome)
      await withdraw(sql, id)
    }
  } finally {
    await Promise.all(sessions.map((session) => session.end()))
  }
  const median = (pick: (outcome: Outcome) => number): number => percentile(outcomes.map(pick), 0.5)
  return [
    {
      metric: 'accept, 50 at once: the winner knows',
      value: round(median(({ winner }) => winner)),
      unit: 'ms',
      goal: null
    },
    { metric: 'accept, 50 at once: all know', value: round(median(({ last }) => last)), unit: 'ms', goal: null },
    {
      metric: 'accept, 50 at once: all to winner',
      value: round(
        median(({ last, winner }) => last / winner),
        2
      ),
      unit: 'x',
      goal: 2
    }
  ]
}
