import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log, Sql } from '../../types.ts'
import { ensureBootstrap, readBootstrap, renewSecrets } from '../bootstrap.ts'
import { createCache, hashProject } from '../cache.ts'
import type { OpenDatabase } from '../index.ts'
import { migrate } from '../migrate.ts'
import { readManifest, restoreBase } from './base.ts'
import { createPgliteDatabase, type PgliteDatabase } from './database.ts'
import { openEngine, searchPath } from './engine.ts'

/** Nobody connects to PGlite by password; the roles have one for the sake of the same bootstrap. */
const password = 'pglite'

interface Origin {
  fresh: boolean
  /** Whether migrations and seed are in it already. */
  complete: boolean
}

/** Makes the files of a new database from the snapshot or the base; a start cut short leaves no half of them. */
async function prepare(folder: string, restore: (target: string) => Promise<boolean>): Promise<Origin> {
  if (existsSync(join(folder, 'PG_VERSION'))) return { fresh: false, complete: false }
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  const complete = await restore(draft)
  if (!complete) {
    await mkdir(draft, { recursive: true })
    await restoreBase(draft)
  }
  await rm(folder, { recursive: true, force: true })
  await chmod(draft, 0o700)
  await rename(draft, folder)
  return { fresh: true, complete }
}

/** As near to a hosted project's migrations as PGlite gets: the role fits, but it stays a superuser. */
function asPostgres(database: PgliteDatabase) {
  return <T>(work: (tx: Sql) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await tx.exec('set local role postgres')
      return work(tx)
    })
}

/**
 * Opens the embedded database in the data folder, made, bootstrapped, migrated and seeded as needed.
 *
 * @throws Failure when its files were made by another version, or a migration is wrong.
 */
export async function openPglite(options: {
  dataDir: string
  root: string
  log: Log
  /** Where snapshots are kept, or null for none. */
  cacheDir: string | null
}): Promise<OpenDatabase> {
  const folder = join(options.dataDir, 'pglite')
  const [bootstrap, manifest] = await Promise.all([readBootstrap(), readManifest()])
  const hash = await hashProject(options.root, manifest.sha256, bootstrap.hash)
  const cache = options.cacheDir === null ? null : createCache(options.cacheDir, hash)
  const origin = await prepare(folder, async (target) => (await cache?.restore(target)) ?? false)
  const engine = await openEngine({ folder, username: 'supabase_admin' })
  const database = createPgliteDatabase(engine)
  try {
    if (origin.complete) await database.exec(renewSecrets)
    await ensureBootstrap(database, password, true)
    const outcome = await migrate(database, asPostgres(database), options.root)
    await database.exec(`reset role; set search_path = ${searchPath}`)
    if (cache && origin.fresh && !origin.complete) {
      await database.exclusive(async (sql) => {
        await sql.exec('checkpoint')
        // Without a snapshot the next new database takes longer to make, no more.
        await cache.save(folder).catch((error: unknown) => options.log.warn('database.not_cached', { error }))
      })
    }
    return { database, openSessions: () => database.openSessions(), fresh: origin.fresh, ...outcome }
  } catch (error) {
    await database.stop()
    throw error
  }
}
