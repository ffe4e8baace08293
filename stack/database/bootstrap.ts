import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../failure.ts'
import type { Database, Sql } from '../types.ts'
import { locate } from './statements.ts'

/**
 * SQL files in the order in which they run, because later files build on earlier ones. All other files of the folder run before
 * `last`, in alphabetical order.
 */
const order = ['roles.sql', 'extensions.sql', 'cron.sql', 'storage.sql', 'auth.sql', 'realtime.sql']
const last = 'grants.sql'

/** Path of the SQL that creates pg_cron's tables on a server without pg_cron. The stack then runs the jobs in these tables. */
const cronTables = join(import.meta.dirname, 'pglite/pg_cron/pg_cron--1.6.sql')
// Creates pg_cron in the schema `pg_catalog`, as a hosted project does. The extension's objects are in the schema `cron` in any
// case.
const createCron = 'create extension if not exists pg_cron with schema pg_catalog'

interface File {
  name: string
  sql: string
}

export interface Bootstrap {
  /** Hash over the names and contents of `files`. */
  hash: string
  files: File[]
  /** What later versions of the stack add, in order. Databases of earlier ones get it, too. */
  upgrades: File[]
}

function rank(name: string): number {
  if (name === last) return order.length + 1
  const known = order.indexOf(name)
  return known === -1 ? order.length : known
}

async function readFiles(folder: string): Promise<File[]> {
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => name.endsWith('.sql'))
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(folder, name), 'utf8') })))
}

/** Returns the failure of a file's SQL, with its line and column. */
function failureOf(file: string, sql: string, error: unknown, advice: string): Failure {
  const { message, position } = error as Error & { position?: string | number }
  const { line, column } = locate(sql, Math.max(0, Number(position ?? 1) - 1))
  return new Failure(`stack/database/bootstrap/${file}:${line}:${column}: ${message}`, advice, { cause: error })
}

function hashOf(files: readonly File[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file.name}\0${file.sql}\0`)
  return hash.digest('hex')
}

/** Returns one hash of everything with which a new database is prepared. */
export const hashOfAll = ({ files, upgrades }: Bootstrap): string =>
  hashOf(upgrades.length > 0 ? [...files, ...upgrades] : files)

/**
 * Reads the SQL files that make an empty database look like a Supabase project, in the order in which they run.
 *
 * @param folder The folder of `*.sql` files.
 */
export async function readBootstrap(folder = join(import.meta.dirname, 'bootstrap')): Promise<Bootstrap> {
  const files = await readFiles(folder)
  files.sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name))
  const upgrades = await readFiles(join(folder, 'upgrades'))
  upgrades.sort((a, b) => Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10))
  return { hash: hashOf(files), files, upgrades }
}

/** Returns the hash of the SQL files with which this database was created, or null if the stack did not create it. */
export async function bootstrapOf(sql: Sql): Promise<string | null> {
  const [found] = await sql.query<{ name: string | null }>(`select to_regclass('stack.bootstrap')::text as name`)
  if (!found?.name) return null
  const [row] = await sql.query<{ hash: string }>('select hash from stack.bootstrap')
  return row?.hash ?? null
}

/**
 * Runs the bootstrap in the caller's transaction and records its hash in `stack.bootstrap`.
 *
 * @param password Password for the roles that may sign in.
 * @param hasCron Whether the server has pg_cron, as an extension or as PGlite's stand-in. If not, this function creates
 * pg_cron's tables.
 * @throws Failure naming file, line and column.
 */
export async function applyBootstrap(tx: Sql, bootstrap: Bootstrap, password: string, hasCron = true): Promise<void> {
  for (const file of bootstrap.files) {
    if (file.name === 'cron.sql') await tx.exec(hasCron ? createCron : await readFile(cronTables, 'utf8'))
    const sql = file.sql.replaceAll('__PASSWORD__', password)
    try {
      await tx.exec(sql)
    } catch (error) {
      throw failureOf(file.name, sql, error, 'Correct the file, then run `npm start -- --reset`.')
    }
  }
  await recordBootstrap(tx, bootstrap, 'supabase_admin')
}

/** Records the hash of the bootstrap that created the database, in the schema `stack`. */
export async function recordBootstrap(tx: Sql, bootstrap: Bootstrap, owner: string): Promise<void> {
  await tx.exec(`
    create schema stack authorization ${owner};
    create table stack.bootstrap (hash text not null);
    create table stack.migration_files (version text primary key, hash text not null);
    grant usage on schema stack to postgres;
    grant select, insert on stack.migration_files to postgres;
  `)
  await tx.query('insert into stack.bootstrap (hash) values ($1)', [bootstrap.hash])
}

/**
 * Makes an empty database look like a Supabase project, in one transaction.
 *
 * @returns Whether the database was empty.
 * @throws Failure if the database was created by SQL files that differ from the current ones.
 */
export async function ensureBootstrap(database: Database, password: string, hasCron: boolean): Promise<boolean> {
  const bootstrap = await readBootstrap()
  const made = await bootstrapOf(database)
  if (made === null) await database.transaction((tx) => applyBootstrap(tx, bootstrap, password, hasCron))
  if (made === null || made === bootstrap.hash) {
    await upgradeBootstrap(database, bootstrap)
    return made === null
  }
  throw new Failure(
    'The database was made by another version of the stack.',
    'Run `npm start -- --reset` to build a new one; it puts aside one from before the first release, and deletes any other.'
  )
}

/**
 * Brings what the stack itself has prepared to its present version: runs the files of `bootstrap/upgrades` that this database
 * lacks, each in one transaction of the superuser.
 *
 * @throws Failure naming file, line and column.
 */
export async function upgradeBootstrap(database: Database, { upgrades }: Pick<Bootstrap, 'upgrades'>): Promise<void> {
  if (upgrades.length === 0) return
  await database.exec('create table if not exists stack.upgrades (name text primary key)')
  const done = new Set(
    (await database.query<{ name: string }>('select name from stack.upgrades')).map(({ name }) => name)
  )
  for (const { name, sql } of upgrades) {
    if (done.has(name)) continue
    await database.transaction(async (tx) => {
      try {
        await tx.exec(sql)
      } catch (error) {
        throw failureOf(`upgrades/${name}`, sql, error, 'Correct the file and start again; nothing of it was applied.')
      }
      await tx.query('insert into stack.upgrades (name) values ($1)', [name])
    })
  }
}

/**
 * SQL that gives a copied database its own secrets. Otherwise all copies of a template would have the same secrets. Does
 * nothing if the project has no function `app.renew_secrets`.
 */
export const renewSecrets = `do $$ begin
  if to_regprocedure('app.renew_secrets()') is not null then perform app.renew_secrets(); end if;
end $$`
