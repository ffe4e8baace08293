import type postgres from 'postgres'
import { type Figure, round } from '../report.ts'
import { type Asker, measure, rowsOf } from './ask.ts'
import { idOf, type Town } from './fill.ts'

/** SQL of the reports without stored months, whose cost is compared. */
const plain = (by: 'driver' | 'month', where = ''): string => `
  select date_trunc('month', b.paid_at at time zone s.time_zone)::date as month${by === 'driver' ? ', b.driver_id' : ''},
    count(*)::integer as total_rides, sum(f.driver_share) as driver_share
  from public.bookings b join public.booking_finances f on f.booking_id = b.id cross join public.settings s
  where b.status in ('PAID', 'COMPLETE') and f.convenience_fees > 0 ${where}
  group by 1 ${by === 'driver' ? ', 2' : ''}`

interface Report {
  metric: string
  asker: Exclude<Asker, 'owner'>
  kept: string
  plain: string
  rounds: number
  goal: number
}

const reportsOf = (driver: string, fleet: string, month: string): Report[] => [
  {
    metric: "a driver's months",
    asker: { id: driver, role: 'driver' },
    kept: 'select * from public.driver_earnings()',
    plain: plain('driver', `and b.driver_id = '${driver}'`),
    rounds: 40,
    goal: 100
  },
  {
    metric: "a fleet's months, by driver",
    asker: { id: fleet, role: 'fleetadmin' },
    kept: 'select * from public.driver_earnings()',
    plain: plain('driver', `and b.fleet_id = '${fleet}'`),
    rounds: 5,
    goal: 100
  },
  {
    metric: "all drivers' last month",
    asker: { id: idOf('admins', 0), role: 'admin' },
    kept: `select * from public.driver_earnings('${month}', '${month}')`,
    plain: plain('driver', `and date_trunc('month', b.paid_at at time zone s.time_zone) = '${month}'`),
    rounds: 3,
    goal: 100
  },
  {
    metric: "the platform's report",
    asker: { id: idOf('admins', 0), role: 'admin' },
    kept: 'select * from public.earnings_report()',
    plain: plain('month'),
    rounds: 2,
    goal: 100
  }
]

/** Checks that both reports give the same result: a fast but wrong report is worthless. */
async function compare(sql: postgres.Sql, { metric, asker, kept, plain }: Report): Promise<void> {
  const key = (row: Record<string, unknown>) => `${row.driver_id ?? ''} ${String(row.month)} ${row.total_rides}`
  const [a, b] = await Promise.all([rowsOf(sql, asker, kept), rowsOf(sql, 'owner', plain)])
  const wanted = new Set(b.map(key))
  const rides = a.filter((row) => row.total_rides !== 0)
  if (rides.length !== b.length || !rides.every((row) => wanted.has(key(row)))) {
    throw new Error(`${metric}: what was kept differs from what the bookings say`)
  }
}

export async function measureEarnings(sql: postgres.Sql, town: Town, size: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 10)
  for (const report of reportsOf(idOf('drivers', Math.floor(town.drivers / 2)), idOf('fleets', 0), month)) {
    await compare(sql, report)
    const measured = await measure(sql, report.rounds, [
      () => ({ asker: 'owner', query: report.plain, isUnwritten: true }),
      () => ({ asker: report.asker, query: report.kept, isUnwritten: true })
    ])
    figures.push(
      { metric: `${size}: ${report.metric}`, value: round(measured.ms[1] ?? Number.NaN, 2), unit: 'ms', goal: null },
      {
        metric: `${size}: the same summed over bookings, times as long`,
        value: Math.round(measured.ratio(0, 1)),
        unit: 'x',
        goal: report.goal,
        atLeast: true
      }
    )
  }
  return figures
}
