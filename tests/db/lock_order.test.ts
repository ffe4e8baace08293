/**
 * Functions that run at the same time must lock rows in the same order, or they deadlock. Races find a wrong order only by luck.
 * This test finds it without luck: it lets each function run against each row that another transaction holds, looks at what the
 * function has locked when it waits, and searches the results for circles. Wallets are locked in the order of ids, so it does this
 * once with drivers whose ids come after those of the riders and of the fleet, and once with drivers whose ids come before.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { withCluster } from './support/cluster.ts'
import * as crowd from './support/crowd.ts'
import { scenarios } from './support/lock-scenarios.ts'
import { findCircles, findWaits, lineOf, type Wait } from './support/locks.ts'
import { databaseUrl, outcomes, type Report, say } from './support/outcomes.ts'
import { credit, must, settle } from './support/race.ts'

async function examine(
  report: Report,
  driverId: (n: number) => string,
  which: string,
  isDocumented = false
): Promise<void> {
  await withCluster(async (cluster) => {
    const sql = cluster.connect(4)
    const watch = cluster.connect(1)
    await crowd.makeCrowd(sql, 11, 9, crowd.cab, driverId)
    const cast = { driver: driverId(3), otherDriver: driverId(6), leaver: driverId(9) }
    await sql`update public.settings set refund_to = 'source', dispatch_mode = 'all', offer_timeout = 600, app_category = 'both',
      free_wait = 0 where id = 1`
    // Cancelling costs from the first minute, so it moves money between wallets.
    await sql`update public.car_types set cancel_slab = '[{"mins_delayed": 0, "amount": 3}]' where id = ${crowd.cab}`
    for (const person of [crowd.rider(1), crowd.rider(4), crowd.rider(6), cast.driver])
      must(await credit(sql, person, 50))
    const waits: Wait[] = []
    const lines = new Map<string, string>()
    const served = new Set<string>()
    const refused = new Map<string, string>()
    for (const prepare of scenarios) {
      const { calls, rows } = await prepare(sql, cast)
      for (const one of calls) {
        const found = await findWaits(sql, watch, one, rows)
        if (typeof found === 'string') refused.set(one.name, found)
        else {
          served.add(one.name)
          waits.push(...found.waits)
          if (!lines.has(one.name)) lines.set(one.name, lineOf(one.name, found.waits, found.passes))
        }
      }
      await settle(sql)
    }
    say(`${which}: ${served.size} calls, ${waits.length} waits`)
    const never = [...refused].filter(([name]) => !served.has(name))
    report(never.length === 0, `the order of locks is known of each call, with ${which}`, never.join('\n'))
    const circles = findCircles(waits)
    report(
      circles.length === 0,
      `no functions can deadlock by the order of their locks, with ${which}`,
      circles.join('\n')
    )
    if (isDocumented) await compare(report, [...lines.values()].sort())
    await Promise.all([sql.end(), watch.end()])
  })
}

const table = '| call | waits for, in this order | passes by while held |\n|---|---|---|\n'

/** Compares the table of docs/reference/locks.md with what was found; with HACKNEY_WRITE=1 writes it. */
async function compare(report: Report, lines: readonly string[]): Promise<void> {
  const file = join(import.meta.dirname, '../../docs/reference/locks.md')
  const text = await readFile(file, 'utf8')
  const before = text.slice(0, text.indexOf(table))
  const now = `${before}${table}${lines.join('\n')}\n`
  if (process.env.HACKNEY_WRITE) await writeFile(file, now)
  const known = new Set(text.split('\n'))
  report(
    Boolean(process.env.HACKNEY_WRITE) || text === now,
    'docs/reference/locks.md says which rows each call locks',
    `HACKNEY_WRITE=1 npm run test:db -- lock_order writes:\n${lines.filter((line) => !known.has(line)).join('\n')}`
  )
}

/** A row lock `for update` also blocks the checks of foreign keys, which takes part in deadlocks that the rows do not show. */
async function findBlocking(report: Report): Promise<void> {
  const sql = postgres(databaseUrl(), { max: 1 })
  const blocking = await sql<{ name: string }[]>`select p.proname as name from pg_proc p
    where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace) and p.prosrc ~ '\\mfor update\\M' order by p.proname`
  report(
    blocking.map(({ name }) => name).join() === 'delete_profile,quote_fare',
    'row locks do not block foreign keys, except where a row is deleted or a person leaves',
    blocking.map(({ name }) => name).join(', ')
  )
  await sql.end()
}

await outcomes(async (report) => {
  await findBlocking(report)
  await examine(report, crowd.driver, 'drivers whose ids come last', true)
  await examine(report, (n) => crowd.driver(n).replace('0e', '0a'), 'drivers whose ids come first')
})
