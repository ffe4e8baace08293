// The portal's tables over a million bookings and a hundred thousand people, through the API like the pages: each list's first
// page, filters, sorts and deep pages, searches, and an export. Then the same is measured in a browser, as staff experience it.
// It takes about twelve minutes and 3 GB of disk.
import postgres from 'postgres'
import { signIn } from '../tests/support/people.ts'
import { startStack } from '../tests/support/stack.ts'
import { idOf } from './money/fill.ts'
import { measureBrowser } from './portal/browser.ts'
import { fillPortal } from './portal/fill.ts'
import { type Question, questionsOf, takeBearings } from './portal/questions.ts'
import { type Figure, percentile, report, round } from './report.ts'

const rounds = process.env.HACKNEY_FULL ? 50 : 15
const goal = 200
/** Longest acceptable time for exporting 100,000 rows in a browser (s). */
const exportGoal = 20
const exportPages = 100

type Ask = (path: string, query: Record<string, string>) => Promise<unknown>

async function measureQuestion(ask: Ask, { metric, path, query }: Question): Promise<Figure[]> {
  await ask(path, query)
  const samples: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const begin = performance.now()
    await ask(path, query)
    samples.push(performance.now() - begin)
  }
  return [
    { metric, value: round(percentile(samples, 0.5)), unit: 'ms', goal },
    { metric: `${metric}: p95`, value: round(percentile(samples, 0.95)), unit: 'ms', goal }
  ]
}

async function measureExport(ask: Ask): Promise<Figure> {
  const begin = performance.now()
  let query: Record<string, string> = { page_size: '1000' }
  for (let page = 0; page < exportPages; page += 1) {
    const { rows, next } = (await ask('rpc/list_bookings', query)) as { rows: unknown[]; next: typeof query | null }
    if (!next) throw new Error(`page ${page} of the export has ${rows.length} rows`)
    query = { ...query, ...next }
  }
  const value = round((performance.now() - begin) / 1000)
  return { metric: `export of ${exportPages} pages of 1,000 bookings`, value, unit: 's', goal: exportGoal }
}

/** Minimum number of bookings in the exported file. */
const fileRows = 100_000

const stack = await startStack({ database: 'native', web: 'built' })
try {
  const { env } = stack
  const sql = postgres(env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  await sql`update cron.job set active = false`
  const begin = performance.now()
  await fillPortal(sql)
  console.error(`… filled in ${Math.round((performance.now() - begin) / 1000)} s`)
  const bearings = await takeBearings(sql)
  const [oldest] =
    await sql`select created_at::date::text as day from public.bookings order by created_at desc offset ${fileRows} limit 1`
  await sql.end()
  const admin = await signIn(env, 'admin@hackney.test')
  const { data } = await admin.client.auth.getSession()
  const headers = { apikey: env.SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${data.session?.access_token}` }
  const ask: Ask = async (path, query) => {
    const isCall = path.startsWith('rpc/')
    const address = `${env.SUPABASE_URL}/rest/v1/${path}${isCall ? '' : `?${new URLSearchParams(query)}`}`
    const body = isCall ? { method: 'POST', body: JSON.stringify(query) } : {}
    const response = await fetch(address, { ...body, headers: { ...headers, 'content-type': 'application/json' } })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${path} ${JSON.stringify(query).slice(0, 200)}: ${JSON.stringify(answer)}`)
    return answer
  }
  const figures: Figure[] = []
  const add = (found: Figure[]): void => {
    for (const { metric, value, unit } of found) console.error(`… ${metric}: ${value} ${unit}`)
    figures.push(...found)
  }
  for (const question of questionsOf(bearings)) add(await measureQuestion(ask, question))
  add([await measureExport(ask)])
  // Create a page of credits: they are in the ledger, which the fill leaves empty.
  for (let n = 0; n < 60; n += 1) await ask('rpc/add_to_wallet', { user_id: idOf('riders', n), amount: '5' })
  add(await measureBrowser(env.WEB_URL ?? '', admin, oldest?.day, process.env.HACKNEY_FULL ? 15 : 5))
  report('portal', figures)
} finally {
  await stack.stop()
}
process.exit()
