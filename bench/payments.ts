// Measures money through providers: the cost of their events in the database, a month of a million payments against the
// provider's report, and the path from a provider's webhook to the paid ride. It takes about five minutes and 2 GB of disk.
import postgres from 'postgres'
import { withDatabase } from '../scripts/catalogue.ts'
import { measurePosting } from './payments/ledger.ts'
import { measureMonth } from './payments/month.ts'
import { measureWebhooks } from './payments/webhooks.ts'
import { type Figure, report } from './report.ts'

const figures: Figure[] = []

/** Prints results at once, because the whole run takes some minutes. */
function add(found: Figure[]): void {
  for (const { metric, value, unit } of found) console.error(`… ${metric}: ${value} ${unit}`)
  figures.push(...found)
}

await withDatabase([], async (url) => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    add(await measurePosting(sql, url))
    add(await measureMonth(sql))
  } finally {
    await sql.end()
  }
})
add(await measureWebhooks())
report('payments', figures)
