import type { Database, Log } from '../types.ts'
import { isDue } from './schedule.ts'

interface Job {
  jobid: number
  jobname: string | null
  schedule: string
  command: string
  username: string
}

export interface CronOptions {
  database: Database
  log: Log
  /** Milliseconds between ticks of dispatch; receipts are issued five times as often. */
  tick?: number
}

const minute = 60_000

/**
 * Matches the commands of pg_cron jobs that start every minute, and then repeat a step until the minute is over, with a pause
 * after each step. The stack runs these steps by timers instead (`ticks`), because a pause within the database would block
 * PGlite.
 */
const loop = /\bapp\.(dispatch|receipt)_loop\s*\(/

/** The calls that the loops repeat, each in its own transaction, and their interval as a multiple of `tick`. */
const ticks = { 'app.dispatch_tick()': 1, 'app.watch_attention()': 1, 'app.issue_receipts()': 1 / 5 }

/** Returns whether the database server itself runs the jobs of `cron.job`, by pg_cron. */
async function hasScheduler(database: Database): Promise<boolean> {
  // Also check the extension: the library may be loaded for another database of the server.
  const [row] = await database.query<{ runs: boolean }>(
    `select current_setting('shared_preload_libraries') like '%pg_cron%'
      and exists (select from pg_extension where extname = 'pg_cron') as runs`
  )
  return row?.runs ?? false
}

/**
 * Runs the due jobs of `cron.job`, each as its owner in one transaction, and the calls of `ticks` at their intervals. Does
 * nothing if the database server itself runs the jobs by pg_cron.
 */
export async function createCron({ database, log, tick = 5000 }: CronOptions): Promise<{ stop(): Promise<void> }> {
  if (await hasScheduler(database)) return { async stop() {} }
  const running = new Set<string>()
  const pending = new Set<Promise<void>>()

  /** Runs one job, unless its previous run is still going on. */
  function run(name: string, username: string, command: string): void {
    if (running.has(name)) return
    running.add(name)
    const done = database
      .transaction(async (tx) => {
        await tx.query(`select set_config('role', $1, true)`, [username])
        await tx.exec(command)
      })
      .catch((error: unknown) => log.warn('cron.failed', { job: name, error }))
      .finally(() => {
        running.delete(name)
        pending.delete(done)
      })
    pending.add(done)
  }

  async function runDue(): Promise<void> {
    const jobs = await database.query<Job>(
      'select jobid, jobname, schedule, command, username from cron.job where active'
    )
    const at = new Date()
    for (const job of jobs) {
      if (isDue(job.schedule, at) && !loop.test(job.command))
        run(job.jobname ?? String(job.jobid), job.username, job.command)
    }
  }

  const ticking = await database.query<{ call: keyof typeof ticks; owner: string }>(
    `select call, proowner::regrole::text as owner from unnest($1::text[]) call join pg_proc on oid = to_regprocedure(call)`,
    [Object.keys(ticks)]
  )
  const tickers = ticking.map(({ call, owner }) =>
    setInterval(() => run(call, owner, `select ${call}`), tick * ticks[call])
  )
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(
      () => {
        wait()
        runDue().catch((error: unknown) => log.warn('cron.failed', { error }))
      },
      minute - (Date.now() % minute)
    )
  }
  wait()

  return {
    async stop() {
      tickers.forEach(clearInterval)
      clearTimeout(timer)
      await Promise.all(pending)
    }
  }
}
