/** The database's jobs on the embedded PostgreSQL: pg_cron starts each of them, also beside those that last a minute. */
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseUnderTest, type Stack, startStack } from '../support/stack.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startStack({ database: databaseUnderTest() })
})
afterAll(() => stack.stop())

it('runs every job of a minute beside those that last for it', async () => {
  const sql = postgres(stack.env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  try {
    const [cron] = await sql`select from pg_extension where extname = 'pg_cron'`
    // Without pg_cron the stack runs the jobs itself: stack/cron.
    if (!cron) return
    const runs = () => sql<{ jobname: string; status: string }[]>`select j.jobname, d.status
      from cron.job j join cron.job_run_details d using (jobid) where j.schedule = '* * * * *'`
    const names = (await sql<{ jobname: string }[]>`select jobname from cron.job where schedule = '* * * * *'`).map(
      ({ jobname }) => jobname
    )
    for (let seconds = 0; (await runs()).length === 0 && seconds < 70; seconds++) await sleep(1000)
    // Longer than each of them takes, and shorter than the two that last a minute.
    for (let seconds = 0; (await runs()).length < names.length && seconds < 30; seconds++) await sleep(1000)
    const seen = await runs()
    expect(seen.map(({ jobname }) => jobname).sort()).toEqual([...names].sort())
    expect(seen.filter(({ status }) => status === 'failed')).toEqual([])
    for (const loop of ['dispatch', 'receipts']) expect(seen).toContainEqual({ jobname: loop, status: 'running' })
  } finally {
    await sql.end()
  }
})
