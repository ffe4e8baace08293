/**
 * Races that need real connections: fifty drivers accept one booking, one driver accepts two, a rider cancels while a
 * driver accepts, one key books twice. Everything it makes is removed again.
 */
import postgres from 'postgres'
import type { Report } from './run.ts'

type Answer = { ok: true; row: { id: string; status: string } } | { ok: false; message: string }

const cars = '0c000000-0000-4000-8000-000000000001'
const rider = '0d000000-0000-4000-8000-000000000301'
const driverId = (n: number): string => `0e000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Calls a function as a signed-in person, in a transaction of its own. */
async function call(sql: postgres.Sql, person: string, statement: string, args: string[]): Promise<Answer> {
  try {
    const row = await sql.begin(async (tx) => {
      const claims = JSON.stringify({ sub: person, role: 'authenticated' })
      await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
      const [first] = await tx.unsafe<{ id: string; status: string }[]>(statement, args)
      return first
    })
    return row ? { ok: true, row } : { ok: false, message: 'nothing' }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

const accept = (sql: postgres.Sql, person: string, id: string): Promise<Answer> =>
  call(sql, person, 'select id, status from public.accept_booking($1::uuid)', [id])

async function makeDrivers(sql: postgres.Sql, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) => driverId(n + 1))
  await sql`insert into auth.users (id, email, raw_app_meta_data)
    select u.id, 'race' || u.n || '@hackney.test', '{"usertype": "driver"}'
    from unnest(${ids}::uuid[]) with ordinality u (id, n)`
  await sql`update public.drivers d set car_type_id = ${cars}, driver_active_status = true where d.id = any (${ids}::uuid[])`
  await sql`insert into public.driver_positions (driver_id, lat, lng) select u.id, 47.141, 9.52 from unnest(${ids}::uuid[]) u (id)`
  await sql`select app.refresh_driver(u.id) from unnest(${ids}::uuid[]) u (id)`
}

async function quote(sql: postgres.Sql): Promise<string> {
  const order = {
    car_type_id: cars,
    distance_in_km: 3.5,
    time_in_secs: 420,
    pickup: { lat: 47.141, lng: 9.5209, add: 'Vaduz' },
    drop: { lat: 47.1655, lng: 9.5103, add: 'Schaan' }
  }
  const [row] = await sql<{ id: string }[]>`select public.quote_fare(${rider}, ${sql.json(order)}) ->> 'quote_id' as id`
  return row?.id ?? ''
}

async function book(sql: postgres.Sql, key: string = crypto.randomUUID()): Promise<Answer> {
  const statement = `select id, status from public.create_booking($1::uuid, 'cash', null, '{}', $2::uuid)`
  return call(sql, rider, statement, [await quote(sql), key])
}

function idOf(answer: Answer): string {
  if (!answer.ok) throw new Error(answer.message)
  return answer.row.id
}

async function clean(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const table of [
      'chat_messages',
      'tracking_points',
      'ratings',
      'dispatch_waves',
      'booking_offers',
      'booking_finances',
      'booking_events'
    ]) {
      await tx`delete from ${tx(`public.${table}`)}`
    }
    await tx`update public.driver_positions set updated_at = '2000-01-01'`
    await tx`delete from app.dispatch_queue`
    await tx`delete from app.start_codes`
    await tx`delete from public.bookings`
    await tx`delete from app.fare_quote_rules`
    await tx`delete from public.fare_quotes`
    await tx`delete from public.saved_addresses`
    await tx`delete from public.driver_positions where driver_id::text like '0e%'`
    await tx`delete from public.drivers where id::text like '0e%'`
    await tx`delete from public.profiles where id::text like '0e%'`
    await tx`delete from auth.users where id::text like '0e%'`
  })
}

async function raceOfDrivers(sql: postgres.Sql, report: Report): Promise<string> {
  const id = idOf(await book(sql))
  const [offers] = await sql<
    { n: number }[]
  >`select count(*)::int as n from public.requested_drivers where booking_id = ${id}`
  report(offers?.n === 50, 'fifty drivers are asked at once', `${offers?.n}`)
  await Promise.all(Array.from({ length: 50 }, () => sql`select pg_sleep(0.05)`))
  const held = await sql.begin(async (tx) => {
    await tx`select 1 from public.bookings where id = ${id} for no key update`
    return accept(sql, driverId(1), id)
  })
  report(
    !held.ok && held.message === 'try_again',
    'while someone decides, the answer is to try again',
    JSON.stringify(held)
  )
  const started = performance.now()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => accept(sql, driverId(n + 1), id)))
  process.stdout.write(`# fifty answers after ${(performance.now() - started).toFixed(0)} ms\n`)
  const winners = answers.filter((answer) => answer.ok)
  const losers = answers.flatMap((answer) => (answer.ok ? [] : [answer.message]))
  report(winners.length === 1, 'one of fifty wins', `${winners.length}`)
  report(
    losers.every((key) => key === 'try_again' || key === 'booking_taken'),
    'the others are told why',
    [...new Set(losers)].join()
  )
  const again = await accept(sql, driverId(answers.findIndex((answer) => !answer.ok) + 1), id)
  report(!again.ok && again.message === 'booking_taken', 'asking again answers that it is taken')
  const events = await sql`select 1 from public.booking_events where booking_id = ${id} and to_status = 'ACCEPTED'`
  report(events.length === 1, 'the history has one acceptance')
  const [row] = await sql<{ driver_id: string }[]>`select driver_id from public.bookings where id = ${id}`
  return row?.driver_id ?? ''
}

async function raceForOneDriver(sql: postgres.Sql, report: Report, winner: string): Promise<void> {
  const [one, two] = [idOf(await book(sql)), idOf(await book(sql))]
  const free = driverId(1) === winner ? driverId(2) : driverId(1)
  const answers = await Promise.all([accept(sql, free, one), accept(sql, free, two)])
  report(
    answers.filter((answer) => answer.ok).length === 1,
    'one driver takes one of two bookings',
    JSON.stringify(answers)
  )
  const busy =
    await sql`select 1 from public.bookings where driver_id = ${free} and engaged_at is not null and status = 'ACCEPTED'`
  report(busy.length === 1, 'and is engaged once')
}

async function raceOfCancel(sql: postgres.Sql, report: Report): Promise<void> {
  const outcomes = new Set<string>()
  // A rider has three rides at most, and these stand from the races before.
  const open = await sql<
    { id: string }[]
  >`select id from public.bookings where customer_id = ${rider} and status <> 'CANCELLED'`
  for (const { id } of open)
    idOf(await call(sql, rider, 'select id, status from public.cancel_booking($1::uuid)', [id]))
  for (let n = 10; n < 22; n += 1) {
    const id = idOf(await book(sql))
    const [accepted, cancelled] = await Promise.all([
      accept(sql, driverId(n), id),
      call(sql, rider, 'select id, status from public.cancel_booking($1::uuid)', [id])
    ])
    const [row] = await sql<{ status: string; driver_id: string | null; events: string }[]>`
      select b.status, b.driver_id, (select string_agg(e.to_status, ' ' order by e.id) from public.booking_events e where e.booking_id = b.id) as events
      from public.bookings b where b.id = ${id}`
    const isSound = cancelled.ok && row?.status === 'CANCELLED' && accepted.ok === (row.driver_id !== null)
    outcomes.add(isSound ? 'sound' : `${JSON.stringify({ accepted, cancelled, row })}`)
  }
  report(
    outcomes.size === 1 && outcomes.has('sound'),
    'a cancel and an accept at once decide one after the other',
    [...outcomes].join('\n')
  )
}

async function raceOfKeys(sql: postgres.Sql, report: Report): Promise<void> {
  const key = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => book(sql, key)))
  const ids = new Set(answers.map((answer) => (answer.ok ? answer.row.id : answer.message)))
  report(
    ids.size === 1 && answers.every((answer) => answer.ok),
    'one key books once, however often at once',
    [...ids].join()
  )
  const id = idOf(answers[0] ?? { ok: false, message: 'no answer' })
  const texts = await Promise.all(Array.from({ length: 8 }, () => accept(sql, driverId(40), id)))
  report(
    texts.every((answer) => answer.ok || answer.message === 'try_again'),
    'accepting many times at once is accepting once',
    JSON.stringify(texts)
  )
}

/** Runs the races against `url`, which must be a superuser's address of a seeded database. */
export async function test(url: string, report: Report): Promise<void> {
  const sql = postgres(url, { max: 50, onnotice: () => {}, connection: { client_min_messages: 'error' } })
  try {
    await clean(sql)
    await makeDrivers(sql, 50)
    await sql`update public.settings set dispatch_mode = 'all'`
    const winner = await raceOfDrivers(sql, report)
    await raceForOneDriver(sql, report, winner)
    await raceOfCancel(sql, report)
    await raceOfKeys(sql, report)
  } finally {
    await sql`update public.settings set dispatch_mode = 'waves'`
    await clean(sql)
    await sql.end()
  }
}
