import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Log, Sql } from '../types.ts'
import { splitStatements } from './statements.ts'

const folder = 'supabase/seeds'
/** The demo's people and cars. */
const people = 'supabase/seed.sql'

/** Whether the demo's people are in the database (`supabase/seed.sql` has run). */
export async function hasDemoPeople(database: Database): Promise<boolean> {
  const rows = await database.query('select from supabase_migrations.seed_files where path = $1', [people])
  return rows.length > 0
}

/**
 * Runs the seed files of `supabase/seeds` while the stack is already in use. They generate a company's past bookings, which
 * takes longer than a person wants to wait for the app. Each statement is its own transaction, so that requests do not wait for
 * a whole file. The next start runs an interrupted file again, and the file itself continues where it was interrupted. A
 * database in which `supabase/seed.sql` has not run gets none of these files.
 */
export async function seedLater(database: Database, root: string, log: Log, signal: AbortSignal): Promise<void> {
  const recorded = await database.query<{ path: string }>('select path from supabase_migrations.seed_files')
  const done = new Set(recorded.map(({ path }) => path))
  if (!done.has(people)) return
  const names = await readdir(join(root, folder)).catch(() => [] as string[])
  for (const name of names.filter((file) => file.endsWith('.sql')).sort()) {
    const path = `${folder}/${name}`
    if (done.has(path)) continue
    const sql = await readFile(join(root, path), 'utf8')
    const begin = performance.now()
    const statements = splitStatements(sql)
    for (const [place, { text }] of statements.entries()) {
      if (signal.aborted) return
      const since = performance.now()
      await database.transaction(async (tx) => {
        await tx.exec('set local role postgres')
        await tx.exec(text)
        // Record the file in the transaction of its last statement. That statement may drop what the file needs, so the file
        // must not run again after it.
        if (place === statements.length - 1) await record(tx, path, sql)
      })
      // Pause as long as the statement took, so that half of the time is left for other requests. An embedded database runs in
      // this process and would block them.
      await sleep(performance.now() - since, undefined, { signal })
    }
    log.info('seed.played', { path, seconds: Math.round((performance.now() - begin) / 100) / 10 })
  }
}

/**
 * Ends the generation of the demo's past before an update: what it has made stays, and the rest does not come, because its
 * statements are written for one version of the database. Does nothing where no such generation was interrupted.
 */
export async function endPast(
  asPostgres: <T>(work: (tx: Sql) => Promise<T>) => Promise<T>,
  root: string
): Promise<void> {
  const names = (await readdir(join(root, folder)).catch(() => [] as string[])).filter((file) => file.endsWith('.sql'))
  await asPostgres(async (tx) => {
    const recorded = await tx.query<{ path: string }>('select path from supabase_migrations.seed_files')
    const done = new Set(recorded.map(({ path }) => path))
    if (![...done].some((path) => path.startsWith(`${folder}/`))) return
    const missing = names.map((name) => `${folder}/${name}`).filter((path) => !done.has(path))
    if (missing.length === 0) return
    await tx.exec('drop schema if exists seed cascade')
    for (const path of missing) await record(tx, path, await readFile(join(root, path), 'utf8'))
  })
}

async function record(tx: Sql, path: string, sql: string): Promise<void> {
  await tx.exec('reset role')
  const hash = createHash('sha256').update(sql).digest('hex')
  await tx.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [path, hash])
}
