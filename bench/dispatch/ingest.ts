// Realistic positions: in a city with a million drivers, 100,000 are on duty and report every four seconds, which is 25,000
// reports a second. 40 of 100 have a passenger and 12 cruise, both at 7 m/s; the others stand, plus or minus the error of a
// phone.
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { isFull } from '../../tests/support/full.ts'
import { type Figure, percentile, round } from '../report.ts'
import { carTypes, driverId, pickups } from './city.ts'
import { find, nothing, time } from './lookup.ts'
import type { Redis } from './redis.ts'

const onDuty = 100_000
const each = 4
const batch = 250
const rate = onDuty / each
const seconds = isFull ? 60 : 10
/** Every tenth driver of the city is on duty, so that their rows are on all pages of the table. */
const spread = 10
const metre = 1 / 111_195

interface Report {
  n: number
  id: string
  lat: number
  lng: number
  heading: number
  at: Date
}

/** Whether a driver moves: 13 of 25. The first 10 of them have a passenger: see `makeBusy`. */
const isMoving = (n: number): boolean => n % 25 < 13

/** The positions of all drivers, advanced by one report. */
export class Shift {
  readonly #places: Float64Array
  #turn = 0
  #sent = 0

  constructor(places: Float64Array) {
    this.#places = places
  }

  #move(n: number): Report {
    const at = 2 * (n - 1)
    // Turn by 90 degrees only at every eighth report: a road turns now and then.
    const heading = (n * 37 + Math.floor(this.#turn / 8) * 90) % 360
    const metres = isMoving(n / spread) ? 7 * each : (Math.random() - 0.5) * 10
    const lat = (this.#places[at] ?? 0) + metres * metre * Math.cos((heading * Math.PI) / 180)
    const lng = (this.#places[at + 1] ?? 0) + metres * metre * 1.47 * Math.sin((heading * Math.PI) / 180)
    if (isMoving(n / spread)) this.#places.set([lat, lng], at)
    return { n, id: driverId(n), lat, lng, heading, at: new Date() }
  }

  /** Returns the next `count` reports. After all drivers have reported, the first driver is next again. */
  next(count: number): Report[] {
    return Array.from({ length: count }, () => {
      const n = (1 + this.#sent) * spread
      this.#sent += 1
      if (this.#sent === onDuty) {
        this.#sent = 0
        this.#turn += 1
      }
      return this.#move(n)
    })
  }
}

const store = (sql: postgres.Sql, reports: readonly Report[]) =>
  sql.unsafe(
    'select app.ingest_positions($1::uuid[], $2::float8[], $3::float8[], $4::float8[], $5::timestamptz[])',
    [
      reports.map(({ id }) => id),
      reports.map(({ lat }) => lat),
      reports.map(({ lng }) => lng),
      reports.map(({ heading }) => heading),
      reports.map(({ at }) => at.toISOString())
    ],
    { prepare: true }
  )

/**
 * Marks drivers with a passenger as busy, as dispatch would. Drivers who report were last seen now. The positions of the city's
 * other drivers have a time an hour ahead (`settle`), so that lookups do not skip them as too old.
 */
export async function makeBusy(sql: postgres.Sql): Promise<void> {
  await sql`update public.driver_positions p set updated_at = now(), available = o.n % 25 >= 10,
      pt = case when o.n % 25 >= 10 then p.pt end, away_pt = case when o.n % 25 < 10 then app.anchor(p.lat, p.lng) end
    from generate_series(1, ${onDuty}::integer) o (n)
    where p.driver_id = ('0f000000-0000-4000-8000-' || lpad((o.n * ${spread})::text, 12, '0'))::uuid`
}

/** Compares reports per second with Redis's pipelined GEOADDs: the same batches go to both, alternating. */
export async function rateFigures(sql: postgres.Sql, redis: Redis | null, shift: Shift): Promise<Figure[]> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 220; round++) {
    const reports = shift.next(batch)
    const us = await time(() => store(sql, reports))
    if (round >= 20) ours.push(us)
    if (!redis) continue
    const commands = reports.map(({ n, lat, lng }) => ['GEOADD', `cars:${n % carTypes.length}`, lng, lat, `d${n}`])
    const other = await time(() => redis.pipeline(commands))
    if (round >= 20) theirs.push(other)
  }
  const perSecond = (times: number[]): number => Math.round(batch / (percentile(times, 0.5) / 1e6))
  const figures: Figure[] = [
    {
      metric: `positions a second, batches of ${batch}, one connection`,
      value: perSecond(ours),
      unit: '/s',
      goal: null
    }
  ]
  if (!redis) return figures
  return [
    ...figures,
    { metric: 'pipelined GEOADDs a second', value: perSecond(theirs), unit: '/s', goal: null },
    {
      metric: 'positions to pipelined GEOADDs',
      value: round(perSecond(ours) / perSecond(theirs), 2),
      unit: 'x',
      goal: 0.5,
      atLeast: true
    }
  ]
}

interface State {
  updates: number
  hot: number
  wal: number
  pages: number
  index: number
}

async function state(sql: postgres.Sql): Promise<State> {
  await sql`select pg_stat_clear_snapshot()`
  const [row] = await sql<State[]>`
    select t.n_tup_upd::float8 as updates, t.n_tup_hot_upd::float8 as hot, w.wal_bytes::float8 as wal, w.wal_fpi::float8 as pages,
      pg_indexes_size('public.driver_positions')::float8 as index
    from pg_stat_user_tables t, pg_stat_wal w where t.relid = 'public.driver_positions'::regclass`
  if (!row) throw new Error('driver_positions has no statistics')
  return row
}

/** Sends reports at the wanted rate, as far as the server can take it. */
async function send(sql: postgres.Sql, shift: Shift, until: number): Promise<number> {
  const begin = performance.now()
  let sent = 0
  while (performance.now() < until) {
    const wait = (sent / rate) * 1000 - (performance.now() - begin)
    if (wait > 1) await sleep(wait)
    await store(sql, shift.next(batch))
    sent += batch
  }
  return sent
}

/**
 * Runs the load for its duration, with lookups meanwhile. Before the measurement it sends the same number of reports and runs a
 * vacuum, as autovacuum does every minute. So the indexes have their full size. And every page was already written since the
 * last checkpoint: PostgreSQL logs the first write of a page after a checkpoint as a whole page. A server does that once in
 * some minutes; a short run would count too much of it.
 */
export async function loadFigures(
  writer: postgres.Sql,
  reader: postgres.Sql,
  shift: Shift,
  drivers: Float64Array
): Promise<Figure[]> {
  await writer`checkpoint`
  for (let sent = 0; sent < Math.max(2 * onDuty, rate * seconds); sent += batch) await store(writer, shift.next(batch))
  await writer`vacuum public.driver_positions`
  await sleep(1500)
  const before = await state(reader)
  const until = performance.now() + seconds * 1000
  const writing = send(writer, shift, until)
  const ours: number[] = []
  const idle: number[] = []
  const places = pickups(drivers, 500)
  for (let index = 0; performance.now() < until; index++) {
    // Alternate the two lookups and pause before each, so that not always the same one waits for a batch of the writer.
    await sleep(2)
    const place = places[index % places.length]
    if (index % 2 === 0) idle.push(await time(() => nothing(reader)))
    else if (place) ours.push(await time(() => find(reader, place, index)))
  }
  const sent = await writing
  // Wait for the statistics of a session, which arrive with a delay of about a second.
  await sleep(1500)
  await writer`select 1`
  await sleep(500)
  const after = await state(reader)
  const updates = after.updates - before.updates
  return [
    {
      metric: `positions a second for ${seconds} s`,
      value: Math.round(sent / seconds),
      unit: '/s',
      goal: rate * 0.97,
      atLeast: true
    },
    {
      metric: 'heap-only updates',
      value: round((100 * (after.hot - before.hot)) / updates),
      unit: '%',
      goal: 90,
      atLeast: true
    },
    { metric: 'log written per update', value: round((after.wal - before.wal) / updates, 0), unit: 'B', goal: 250 },
    {
      metric: 'whole pages in the log per 1000 updates',
      value: round((1000 * (after.pages - before.pages)) / updates),
      unit: '',
      goal: null
    },
    {
      metric: 'growth of the indexes',
      value: round((100 * (after.index - before.index)) / before.index, 2),
      unit: '%',
      goal: 0
    },
    { metric: 'lookup meanwhile, p95', value: Math.round(percentile(ours, 0.95)), unit: 'us', goal: null },
    {
      metric: 'lookup meanwhile to select 1 meanwhile, p95',
      value: round(percentile(ours, 0.95) / percentile(idle, 0.95), 2),
      unit: 'x',
      goal: 3
    }
  ]
}
