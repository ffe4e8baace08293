import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../failure.ts'
import type { Database, Log, Sql } from '../types.ts'
import { endPast } from './later.ts'
import { lastRelease } from './release.ts'
import { firstWord, locate, type Statement, splitStatements } from './statements.ts'
import { unfitStatement } from './transactions.ts'

const reset = 'Run `npm start -- --reset` to build the database anew from the migrations (its data is lost).'

/** Marks, beside the hashes of the migrations, a database that began empty: only such a one gets the seed. */
const seedIsDue = 'seed'

export interface SqlFile {
  /** Path from the project's root, for error messages. */
  path: string
  sql: string
  hash: string
}

export interface MigrationFile extends SqlFile {
  version: string
  name: string
}

/** Runs `work` in one transaction of the role `postgres`, as the Supabase CLI does when it pushes to a hosted project. */
export type AsPostgres = <T>(work: (tx: Sql) => Promise<T>) => Promise<T>

async function readSql(path: string, shown: string): Promise<SqlFile> {
  const sql = await readFile(path, 'utf8')
  return { path: shown, sql, hash: createHash('sha256').update(sql).digest('hex') }
}

/**
 * Reads the migrations of `supabase/migrations`, oldest first. Like the Supabase CLI, it skips files whose name is not
 * `<digits>_<name>.sql`.
 */
export async function readMigrations(root: string): Promise<MigrationFile[]> {
  const folder = join(root, 'supabase/migrations')
  const names = await readdir(folder).catch(() => [] as string[])
  const files: MigrationFile[] = []
  for (const name of names.sort()) {
    const [, version, title] = /^(\d+)_(.*)\.sql$/.exec(name) ?? []
    if (version === undefined || title === undefined) continue
    files.push({ ...(await readSql(join(folder, name), `supabase/migrations/${name}`)), version, name: title })
  }
  return files
}

/** The sources of a new database. */
export interface Sources {
  /** The project's root, which holds `supabase/`. */
  root: string
  /** Whether a new database gets the demo's people and cars (`supabase/seed.sql`). A firm's never does. */
  demo: boolean
}

/** Reads `supabase/seed.sql`; returns null if the file is missing or the database is not for the demo. */
export async function readSeed({ root, demo }: Sources): Promise<SqlFile | null> {
  if (!demo) return null
  return readSql(join(root, 'supabase/seed.sql'), 'supabase/seed.sql').catch(() => null)
}

function failed(file: SqlFile, statement: Statement, error: unknown): Failure {
  const { message, position, hint, detail } = error as Error & { position?: unknown; hint?: string; detail?: string }
  const at = position === undefined || position === null ? 0 : Number(position)
  const { line, column } = locate(file.sql, at > 0 ? statement.offset + at - 1 : firstWord(statement))
  const start = statement.text.slice(firstWord(statement) - statement.offset).split('\n', 1)[0] ?? ''
  const notes = [detail, hint].filter(Boolean).join(' ')
  return new Failure(
    `${file.path}:${line}:${column}: ${message}${notes ? ` (${notes})` : ''} in the statement: ${start.slice(0, 100)}`,
    'Correct the file and start again; nothing of it was applied.',
    { cause: error }
  )
}

/** Runs a file statement by statement, so that a failure can be reported with its position. */
async function runStatements(tx: Sql, file: SqlFile): Promise<void> {
  for (const statement of splitStatements(file.sql)) {
    try {
      await tx.exec(statement.text)
    } catch (error) {
      throw failed(file, statement, error)
    }
  }
}

/**
 * Runs a file and then `record`, in one transaction. The file is sent as a whole, because a round trip per statement would be
 * slow. If the file fails, it is run again statement by statement, to find the wrong one.
 */
async function applyFile(asPostgres: AsPostgres, file: SqlFile, record: (tx: Sql) => Promise<void>): Promise<void> {
  const apply = (run: (tx: Sql) => Promise<void>) =>
    asPostgres(async (tx) => {
      await run(tx)
      // Reset what the file may have changed for the session.
      await tx.exec('reset role; reset search_path; reset lock_timeout; reset statement_timeout')
      await record(tx)
    })
  await apply((tx) => tx.exec(file.sql)).catch(() => apply((tx) => runStatements(tx, file)))
}

/** @throws Failure if a file has a statement that would leave half of it behind when a later one fails. */
function checkFit(file: SqlFile): void {
  const unfit = unfitStatement(file.sql)
  if (!unfit) return
  const { line, column } = locate(file.sql, firstWord(unfit.statement))
  throw new Failure(
    `${file.path}:${line}:${column}: the statement \`${unfit.start}\` ${unfit.reason}.`,
    'Correct the file and start again; nothing of it was applied.'
  )
}

/** Returns the versions of the applied migrations. Fails if the file of one of them has changed or is missing. */
async function checkRecorded(database: Database, files: readonly MigrationFile[], root: string): Promise<Set<string>> {
  const recorded = await database.query<{ version: string; hash: string | null }>(`
    select m.version, f.hash
    from supabase_migrations.schema_migrations m left join stack.migration_files f using (version)
    order by m.version`)
  const newest = files.at(-1)?.version ?? ''
  for (const row of recorded) {
    const file = files.find((candidate) => candidate.version === row.version)
    if (!file && row.version > newest) {
      throw new Failure(
        `The database is newer than this version of the product: it has migration ${row.version}.`,
        'Update the product, or give another folder with `--data=DIR`. The data is untouched.'
      )
    }
    if (!file) throw new Failure(`Migration ${row.version} was applied, but its file is gone.`, reset)
    if (row.hash === null || row.hash === file.hash) continue
    const release = lastRelease(root)
    if (release === null) throw new Failure(`${file.path} has changed since it was applied.`, reset)
    throw new Failure(
      `The database is from before version ${release}, since when updates keep the data: ${file.path} has changed since it was applied.`,
      'Run `npm start -- --reset` to put it aside and build a new one; the older commit that made it can still open it.'
    )
  }
  return new Set(recorded.map((row) => row.version))
}

/**
 * Updates the database: runs the new migrations, and then the seed if the database is new and for the demo. Each migration runs
 * in its own transaction, and is recorded in the same way as by the Supabase CLI.
 *
 * @param log Gets each migration of a database that is in use; null for a new one.
 * @returns How many migrations ran, and whether the seed ran.
 * @throws Failure if a file is wrong (with file, line and column), or if the file of an applied migration has changed or is
 * missing.
 */
export async function migrate(
  database: Database,
  asPostgres: AsPostgres,
  sources: Sources,
  log: Log | null = null
): Promise<{ applied: number; seeded: boolean }> {
  const { root } = sources
  const files = await readMigrations(root)
  const done = await checkRecorded(database, files, root)
  const next = files.filter(({ version }) => !done.has(version))
  const seed = await readSeed(sources)
  const isUsed = done.size > 0
  // Before the first of them runs, so that a wrong one is not found halfway.
  for (const file of next) checkFit(file)
  if (isUsed && next.length > 0) await endPast(asPostgres, root)
  for (const [at, file] of next.entries()) {
    const begin = performance.now()
    if (isUsed) log?.info('database.updating', { migration: file.path, number: `${at + 1}/${next.length}` })
    await applyFile(asPostgres, file, async (tx) => {
      const statements = splitStatements(file.sql).map(({ text }) => text)
      await tx.query(
        `insert into supabase_migrations.schema_migrations (version, name, statements)
         values ($1, $2, array(select jsonb_array_elements_text($3::jsonb)))`,
        [file.version, file.name, JSON.stringify(statements)]
      )
      await tx.query('insert into stack.migration_files (version, hash) values ($1, $2)', [file.version, file.hash])
      // The seed is for a new database only, also if this start is interrupted before it.
      if (done.size === 0 && at === 0 && seed) {
        await tx.query('insert into stack.migration_files (version, hash) values ($1, $2)', [seedIsDue, seed.hash])
      }
    })
    const seconds = Math.round((performance.now() - begin) / 100) / 10
    if (isUsed) log?.info('database.updated', { migration: file.path, seconds })
  }
  const isDue = isUsed
    ? await database.query('select from stack.migration_files where version = $1', [seedIsDue])
    : [true]
  const seeded = seed !== null && isDue.length > 0 && (await seedOnce(database, asPostgres, seed))
  return { applied: next.length, seeded }
}

/** Runs the seed if it has not run yet. */
async function seedOnce(database: Database, asPostgres: AsPostgres, seed: SqlFile): Promise<boolean> {
  const done = await database.query('select from supabase_migrations.seed_files where path = $1', [seed.path])
  if (done.length > 0) return false
  await applyFile(asPostgres, seed, async (tx) => {
    await tx.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [seed.path, seed.hash])
  })
  return true
}
