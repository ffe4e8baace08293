import { existsSync } from 'node:fs'
import { chmod, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log, Sql } from '../../types.ts'
import { ensureBootstrap, hashOfAll, readBootstrap, renewSecrets } from '../bootstrap.ts'
import { type Cache, createCache, hashProject, type Templates } from '../cache.ts'
import { migrate, type Sources } from '../migrate.ts'
import type { OpenDatabase } from '../open-database.ts'
import { hashBase, makeBase } from './base.ts'
import { createPgliteDatabase, type PgliteDatabase } from './database.ts'
import { openEngine, searchPath } from './engine.ts'

/**
 * Password of the roles. Clients cannot connect to PGlite with a password. The roles have one only because they share the
 * bootstrap with the native database.
 */
const password = 'pglite'

interface Caches {
  /** Files of PGlite with its extensions, which take seconds to make; kept for each version of them. */
  base: Cache
  /** Template of a bootstrapped database before the migrations. */
  empty: Cache
  /** Template of the migrated and seeded database; null if no such template is kept. */
  project: Cache | null
}

async function cachesOf(sources: Sources, { folder, ofProject }: Templates, bootstrap: string): Promise<Caches> {
  const base = await hashBase()
  const cacheOf = async (of: Sources | null) => createCache(folder, await hashProject(of, base, bootstrap))
  return {
    base: createCache(`${folder}-base`, base.slice(0, 32)),
    empty: await cacheOf(null),
    project: ofProject ? await cacheOf(sources) : null
  }
}

/**
 * Creates the files of a new database, unless they exist. An interrupted start leaves no incomplete files.
 *
 * @returns What the files contain: `used` is an existing database, the others are named after their template.
 */
async function prepare(folder: string, caches: Caches, log: Log): Promise<'used' | keyof Caches> {
  if (existsSync(join(folder, 'PG_VERSION'))) return 'used'
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  const isProject = (await caches.project?.restore(draft)) ?? false
  const isEmpty = isProject || (await caches.empty.restore(draft))
  if (!isEmpty) await caches.base.provide(draft, () => makeBase(draft, log), log)
  await rm(folder, { recursive: true, force: true })
  await chmod(draft, 0o700)
  await rename(draft, folder)
  return isProject ? 'project' : isEmpty ? 'empty' : 'base'
}

/**
 * Returns a function that runs migrations as the role `postgres`. Unlike on a hosted project, only the current role is
 * `postgres`. The session keeps the rights of a superuser.
 */
function asPostgres(database: PgliteDatabase) {
  return <T>(work: (tx: Sql) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await tx.exec('set local role postgres')
      return work(tx)
    })
}

/**
 * Opens the embedded database in the data folder. Creates, bootstraps, migrates and seeds it as needed.
 *
 * @throws Failure if its files were made by another version, or if a migration is wrong.
 */
export async function openPglite(options: {
  dataDir: string
  sources: Sources
  log: Log
  templates: Templates
}): Promise<OpenDatabase> {
  const folder = join(options.dataDir, 'pglite')
  const caches = await cachesOf(options.sources, options.templates, hashOfAll(await readBootstrap()))
  const origin = await prepare(folder, caches, options.log)
  const engine = await openEngine({ folder, username: 'supabase_admin' })
  const database = createPgliteDatabase(engine)
  const keep = (cache: Cache) =>
    database.exclusive(async (sql) => {
      await sql.exec('checkpoint')
      // Save a template. If that fails, the next new database only takes longer.
      await cache.save(folder).catch((error: unknown) => options.log.warn('database.not_cached', { error }))
    })
  try {
    await ensureBootstrap(database, password, true)
    if (origin === 'base') await keep(caches.empty)
    const outcome = await migrate(database, asPostgres(database), options.sources, options.log)
    await database.exec(`reset role; set search_path = ${searchPath}`)
    if (caches.project && (origin === 'base' || origin === 'empty')) await keep(caches.project)
    // Give the database its own secrets, because its files and the template hold the same ones.
    if (caches.project && origin !== 'used') await database.exec(renewSecrets)
    return { database, openSessions: () => database.openSessions(), fresh: origin !== 'used', ...outcome }
  } catch (error) {
    await database.stop()
    throw error
  }
}
