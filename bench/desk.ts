// Measures the dispatch desk among a million bookings and a hundred thousand people, with 500 moving drivers: time until it is
// usable, latency of events, cost of its map, and memory after eight hours. HACKNEY_BENCH_BOOKINGS sets a smaller number of
// bookings, for a quick look.
import postgres from 'postgres'
import { signIn } from '../tests/support/people.ts'
import { startStack } from '../tests/support/stack.ts'
import { crowd, moveCrowd } from './desk/crowd.ts'
import { openDesk } from './desk/page.ts'
import { measureArrival, measureAssign, measureCaller, measureSame, measureUsable } from './desk/waits.ts'
import { measureHours, measureMotion } from './desk/work.ts'
import { townOf } from './money/fill.ts'
import { company, fillPortal } from './portal/fill.ts'
import { type Figure, report } from './report.ts'

const bookings = Number(process.env.HACKNEY_BENCH_BOOKINGS ?? company.bookings)
const rounds = process.env.HACKNEY_FULL ? 100 : 20

const stack = await startStack({ database: 'native', web: 'built' })
try {
  const { env } = stack
  const sql = postgres(env.SUPABASE_DB_URL ?? '', { max: 2, onnotice: () => undefined })
  await fillPortal(sql, bookings === company.bookings ? company : townOf(bookings))
  const drivers = await crowd(sql)
  const [admin, colleague, rider, driver] = await Promise.all(
    ['admin', 'admin2', 'rider', 'driver'].map((name) => signIn(env, `${name}@hackney.test`))
  )
  if (!admin || !colleague || !rider || !driver) throw new Error('somebody is missing')
  const figures: Figure[] = []
  const add = (found: Figure[]): void => {
    for (const { metric, value, unit } of found) console.error(`… ${metric}: ${value} ${unit}`)
    figures.push(...found)
  }
  const stop = moveCrowd(sql, drivers)
  const desk = await openDesk(env.WEB_URL ?? '', admin)
  try {
    add(await measureUsable(desk, Math.min(rounds, 10)))
    add(await measureArrival(desk, { rider, admin }, rounds))
    const other = await openDesk(env.WEB_URL ?? '', colleague)
    add(await measureSame(other, { rider, admin }, rounds).finally(other.close))
    add(await measureAssign(env.WEB_URL ?? '', { admin, rider, driver, sql }, rounds))
    add(await measureCaller(admin, sql, rounds))
    add(await measureMotion(desk))
    add(await measureHours(desk, { rider, admin }))
  } finally {
    await desk.close()
    stop()
    await sql.end({ timeout: 5 })
  }
  report('desk', figures)
} finally {
  await stack.stop()
}
process.exit()
