// Measures money and lists on a separate filled database: the cost of row-level security and deep pages, the gain of stored
// months, and the speed of postings. It takes about two minutes and 2 GB of disk; with HACKNEY_FULL=1, with five million
// bookings, eight minutes and 9 GB.
import postgres from 'postgres'
import { withDatabase } from '../scripts/catalogue.ts'
import { isFull } from '../tests/support/full.ts'
import { measureEarnings } from './money/earnings.ts'
import { fill, townOf } from './money/fill.ts'
import { measureLedger } from './money/ledger.ts'
import { measureLists } from './money/lists.ts'
import { type Figure, report } from './report.ts'

const sizes = isFull ? [1, 5] : [1]
const figures: Figure[] = []

/** Prints results at once, because the whole run takes some minutes. */
function add(found: Figure[]): void {
  for (const { metric, value, unit } of found) console.error(`… ${metric}: ${value} ${unit}`)
  figures.push(...found)
}

async function measure(url: string, millions: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const [size, town] = [`${millions}M`, townOf(millions * 1_000_000)]
  try {
    await sql`update cron.job set active = false`
    const begin = performance.now()
    await fill(sql, town)
    console.error(`… ${size} bookings filled in ${Math.round((performance.now() - begin) / 1000)} s`)
    add(await measureLists(sql, town, size))
    add(await measureEarnings(sql, town, size))
    add(await measureLedger(sql, url, town, size))
  } finally {
    await sql.end()
  }
}

for (const millions of sizes) await withDatabase([], (url) => measure(url, millions))
report('money', figures)
