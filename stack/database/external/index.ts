import { createHash, randomBytes } from 'node:crypto'
import { Failure } from '../../failure.ts'
import type { Database, Log, Sql } from '../../types.ts'
import { applyBootstrap, bootstrapOf, readBootstrap, recordBootstrap, upgradeBootstrap } from '../bootstrap.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { createNativeDatabase } from '../native/database.ts'
import { createPool, type Pool } from '../native/pool.ts'
import { openNativeSessions } from '../native/sessions.ts'
import type { OpenDatabase } from '../open-database.ts'
import { type Findings, inspect } from './inspect.ts'
import { forEmpty, forSupabase, plan } from './plan.ts'
import { emptyDatabase, recordMade } from './reset.ts'

export interface ExternalOptions {
  /** Connection URL of the database, with user and optional password. */
  url: string
  root: string
  log: Log
  /** Whether to empty the database first. This is only done if the stack created its content. */
  reset: boolean
  /** Asks the person for consent to the listed changes, and returns the answer. */
  consent(question: string, lines: string[]): Promise<boolean>
}

/** Returns a connection URL for display, with the password masked. */
export function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  shown.search = ''
  return shown.href
}

/** Returns a name for the files that belong to this database. */
export function fingerprint(url: string): string {
  const { host, pathname } = new URL(url)
  return createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 12)
}

async function reach(pool: Pool, url: string): Promise<void> {
  await pool
    .run((client) => client.unsafe('select 1'))
    .catch((error: Error & { code?: string }) => {
      const reason = error.message || error.code || 'no answer'
      throw new Failure(
        `${withoutPassword(url)} cannot be used: ${reason}.`,
        'Check host, port, name, user and password.'
      )
    })
}

/**
 * Locks the database, because a second stack on the same database would run every job twice. The lock ends when its database
 * session is closed, even if the stack crashes. Returns a function that gives the session back to the pool; call it just before
 * closing the pool, which closes the session.
 *
 * @throws Failure if another stack has the lock.
 */
async function lock(pool: Pool): Promise<() => void> {
  const { run, release } = await pool.acquire()
  const [row] = await run((client) => client.unsafe(`select pg_try_advisory_lock(hashtext('hackney stack')) as free`))
  if (row?.free === true) return release
  release()
  throw new Failure('Another Hackney runs on this database.', 'Stop that one, or give another database.')
}

async function make(database: Database, findings: Findings): Promise<void> {
  const bootstrap = await readBootstrap()
  if (findings.origin === 'ours') {
    if ((await bootstrapOf(database)) === bootstrap.hash) {
      const [made] = await database.query<{ origin: string }>('select origin from stack.origin')
      // A Supabase project's own services bring their objects up to date.
      if (made?.origin === 'empty') await upgradeBootstrap(database, bootstrap)
      return
    }
    throw new Failure(
      'The database was made by another version of the stack.',
      'Give a new one, or run with `--reset --yes` to build it anew (its data is lost).'
    )
  }
  await database.transaction(async (tx) => {
    if (findings.origin === 'empty') {
      const password = randomBytes(18).toString('base64url')
      await applyBootstrap(tx, forEmpty(bootstrap, findings), password, findings.hasCron)
    } else {
      await complete(tx)
      await recordBootstrap(tx, bootstrap, 'current_user')
    }
    await tx.exec('create table stack.origin (origin text not null)')
    await tx.query('insert into stack.origin values ($1)', [findings.origin])
  })
  if (findings.origin === 'empty') await upgradeBootstrap(database, bootstrap)
}

/** Adds what the stack needs and a Supabase project lacks, without changing the project's own objects. */
async function complete(tx: Sql): Promise<void> {
  for (const { kind, name, sql } of forSupabase(await readBootstrap())) {
    const [there] = await tx.query(
      kind === 'table'
        ? 'select where to_regclass($1) is not null'
        : kind === 'function'
          ? `select from pg_proc where pronamespace::regnamespace::text || '.' || proname = $1`
          : 'select from pg_trigger where tgname = $1',
      [name]
    )
    if (there) continue
    await tx.exec(sql)
    if (kind === 'function' && name.startsWith('realtime.')) {
      await tx.exec(`do $$ begin execute format('revoke execute on function %s from public',
        (select oid::regprocedure from pg_proc where pronamespace::regnamespace::text || '.' || proname = '${name}' limit 1));
        end $$`)
    }
  }
  await tx.exec(`create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text not null primary key, statements text[], name text);
    create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`)
}

/** Returns a function that runs migrations as the role `postgres`, as on a hosted project. */
function asPostgres(database: Database) {
  return <T>(work: (tx: Sql) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await tx.exec('set local role postgres')
      return work(tx)
    })
}

async function prepare(options: ExternalOptions, database: Database): Promise<Findings> {
  const { root, url, reset, consent } = options
  let findings = await inspect(database)
  if (reset && findings.origin === 'ours') {
    if (!(await consent(`Empty ${withoutPassword(url)}?`, ['everything that Hackney made there is lost']))) {
      throw new Failure('Nothing was changed.', 'Start without `--reset` to keep the data.')
    }
    await database.transaction(emptyDatabase)
    findings = await inspect(database)
  }
  const [bootstrap, migrations] = await Promise.all([readBootstrap(), readMigrations(root)])
  const lines = plan(findings, bootstrap, migrations)
  if (findings.origin === 'empty' && !findings.isSuperuser) {
    throw new Failure(`The user ${findings.user} is not a superuser.`, 'Roles and PostGIS need one; give its address.')
  }
  if (lines.length > 0 && !(await consent(`Create this in ${withoutPassword(url)}?`, lines))) {
    throw new Failure('Nothing was changed.', 'Answer y, or start with `--yes`.')
  }
  return findings
}

/**
 * Opens an external database. The changes depend on its content, and are only made after the person has agreed:
 *
 * - An empty database becomes a Supabase project.
 * - A database that the stack created gets new migrations. With `reset` it is emptied before.
 * - A real Supabase project gets only what it lacks.
 *
 * It never gets the demo's people and cars: it may become a firm's.
 *
 * @throws Failure if the database cannot be reached, contains other data, was made by another version of the stack, or is used
 * by another stack; also if its user lacks rights, or if the person does not agree.
 */
export async function openExternal(options: ExternalOptions): Promise<OpenDatabase> {
  const { url, root } = options
  const pool = createPool({ target: url, max: 10 })
  let unlock: () => void = () => undefined
  const database = createNativeDatabase(pool, url, async () => {
    unlock()
    await pool.close()
  })
  try {
    await reach(pool, url)
    unlock = await lock(pool)
    const findings = await prepare(options, database)
    await make(database, findings)
    const outcome = await migrate(database, asPostgres(database), { root, demo: false }, options.log)
    const [origin] = await database.query<{ origin: string }>('select origin from stack.origin')
    if (origin?.origin === 'empty' && outcome.applied > 0) await recordMade(database)
    const openSessions = (max: number) => openNativeSessions(url, max)
    return { database, openSessions, fresh: findings.origin !== 'ours', ...outcome }
  } catch (error) {
    await database.stop()
    throw error
  }
}
