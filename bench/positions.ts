// Measures positions as phones send them: report_positions with the five points of 15 s, each call authenticated and in its own
// transaction, as through REST. The drivers are free, have a passenger, or have three parcels from one door.
import postgres from 'postgres'
import { option, withDatabase } from '../scripts/catalogue.ts'
import * as crowd from '../tests/db/support/crowd.ts'
import { call } from '../tests/db/support/people.ts'
import { isFull } from '../tests/support/full.ts'
import { type Figure, percentile, report, round } from './report.ts'

const drivers = Number(option(process.argv, 'drivers') ?? 500)
const onTrips = Math.min(100, drivers / 5)
const couriers = 10
const connections = 4
const seconds = isFull ? 60 : 10
const points = 5
/** Interval of a phone's reports (s). A phone stores a point every three seconds and sends the points together. */
const every = 15
const metre = 1 / 111_195
/** Reports per second that are required: 10,000 drivers on duty, each of whom sends every 15 s. */
const goal = Math.round(10_000 / every)

function must<T>(answer: { ok: true; row: T } | { ok: false; key: string; hint: string }): T {
  if (!answer.ok) throw new Error(`${answer.key} (${answer.hint})`)
  return answer.row
}

/** Puts all drivers on duty at one place; some get a ride or three parcels there. */
async function prepare(sql: postgres.Sql): Promise<void> {
  await sql`update cron.job set active = false`
  await sql`update public.settings set dispatch_mode = 'all', offer_timeout = 600, app_category = 'both', parcels_at_once = 3 where id = 1`
  await crowd.makeCrowd(sql, onTrips + 3 * couriers, drivers)
  const busy = Array.from({ length: onTrips }, (_, n) => n + 1)
  for (const n of busy) await crowd.ride(sql, { rider: crowd.rider(n), driver: crowd.driver(n) }, 'STARTED')
  const carrying = Array.from({ length: couriers }, (_, n) => crowd.driver(drivers - n))
  await sql`update public.drivers set car_type_id = ${crowd.courier} where id = any (${carrying}::uuid[])`
  await sql`insert into public.vehicles (driver_id, seats, luggage) select d, 4, 10 from unnest(${carrying}::uuid[]) d
    on conflict (driver_id) do update set luggage = 10`
  for (const [index, driver] of carrying.entries()) {
    for (const n of [1, 2, 3]) {
      const { id } = must(await crowd.parcel(sql, crowd.rider(onTrips + 3 * index + n)))
      must(await crowd.accept(sql, driver, id))
    }
  }
  await sql`update public.driver_positions set updated_at = app.now() - interval '1 minute'`
}

/** The next five points of a driver who circles a block at 7 m/s. */
function batch(n: number, turn: number, now: number) {
  return Array.from({ length: points }, (_, index) => {
    const step = turn * points + index
    const angle = step / 20 + n
    return {
      lat: 47.141 + 400 * metre * Math.sin(angle),
      lng: 9.52 + 400 * metre * 1.47 * Math.cos(angle),
      heading: (angle * 57) % 360,
      accuracy: 5,
      at: new Date(now - ((points - 1 - index) * every * 1000) / points).toISOString()
    }
  })
}

interface Load {
  perSecond: number
  p95: number
  kept: number
}

/** Measures a group of drivers: each sends one batch, then the clock advances by 15 s. */
async function load(sql: postgres.Sql, lanes: postgres.Sql[], from: number, to: number): Promise<Load> {
  const took: number[] = []
  let kept = 0
  let busy = 0
  for (let turn = 0; busy < seconds * 1000; turn++) {
    await sql`update app.clock set "offset" = "offset" + ${`${every} seconds`}::interval`
    const [clock] = await sql<{ now: Date }[]>`select app.now() as now`
    let next = from
    const began = performance.now()
    await Promise.all(
      lanes.map(async (lane) => {
        while (next <= to) {
          const n = next++
          const body = JSON.stringify(batch(n, turn, Number(clock?.now)))
          const start = performance.now()
          const { count } = must(
            await call<{ count: number }>(
              lane,
              crowd.driver(n),
              'select public.report_positions($1::text::jsonb) as count',
              [body]
            )
          )
          // Count only from the third round on: the first two warm up, and confirm the drivers' claimed positions.
          if (turn >= 2) {
            took.push(performance.now() - start)
            kept += count
          }
        }
      })
    )
    if (turn >= 2) busy += performance.now() - began
  }
  return { perSecond: took.length / (busy / 1000), p95: percentile(took, 0.95), kept: kept / took.length }
}

async function measure(url: string): Promise<void> {
  const open = () => postgres(url, { max: 1, onnotice: () => undefined, idle_timeout: 0 })
  const sql = open()
  const lanes = Array.from({ length: connections }, open)
  const figures: Figure[] = []
  try {
    await prepare(sql)
    const groups: [string, number, number, number | null][] = [
      ['free drivers', onTrips + 1, drivers - couriers, goal],
      ['drivers on a trip', 1, onTrips, goal],
      ['drivers with three parcels', drivers - couriers + 1, drivers, null]
    ]
    for (const [who, from, to, least] of groups) {
      const { perSecond, p95, kept } = await load(sql, lanes, from, to)
      figures.push(
        {
          metric: `${who}: batches of ${points} a second`,
          value: Math.round(perSecond),
          unit: '/s',
          goal: least,
          atLeast: true
        },
        { metric: `${who}: a batch, p95 of ${connections} connections`, value: round(p95), unit: 'ms', goal: null },
        {
          metric: `${who}: points kept of ${points}`,
          value: round(kept, 2),
          unit: '',
          goal: points * 0.9,
          atLeast: true
        }
      )
    }
  } finally {
    await Promise.all([sql, ...lanes].map((client) => client.end()))
  }
  report('positions', figures)
}

await withDatabase([], measure, { shared_buffers: '512MB' })
process.exit()
