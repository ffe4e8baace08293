import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure } from '../failure.ts'
import type { Log } from '../types.ts'
import type { Templates } from './cache.ts'
import { type ExternalOptions, openExternal } from './external/index.ts'
import { stopLeftover } from './native/cluster.ts'
import { findInstallation } from './native/find.ts'
import { openNative } from './native/index.ts'
import { findCluster, moveCluster, removeCluster, versionOfCluster } from './native/place.ts'
import type { OpenDatabase } from './open-database.ts'
import { lastRelease } from './release.ts'

/** Written into a data folder whose database was opened by a release, since when updates keep the data. */
const releaseMark = 'release'

export interface DatabaseOptions {
  /** The database engine; default: that of the existing data, else native PostgreSQL if it is found, else PGlite. */
  kind?: 'pglite' | 'native' | undefined
  /** An external database, used instead of the stack's own one. */
  external?: Pick<ExternalOptions, 'url' | 'reset' | 'consent'> | undefined
  /** The stack's data folder, an absolute path. */
  dataDir: string
  /** Port on 127.0.0.1 for PostgreSQL's protocol. */
  port: number
  /** The project's root, which holds `supabase/`. */
  root: string
  /** Whether a new database gets the demo's people and cars (`supabase/seed.sql`); default: yes. */
  demo?: boolean | undefined
  log: Log
  /** Settings of a native server that are added to the stack's own, for example for a benchmark. */
  settings?: Record<string, string> | undefined
}

const ownRoot = resolve(import.meta.dirname, '../..')

/**
 * Returns where database templates are stored. The folder keeps only a few templates. So templates with migrations are only
 * stored for this project: those of the small projects in tests would replace them.
 */
function templatesOf(engine: string, root: string): Templates {
  return { folder: join(ownRoot, 'node_modules/.cache/hackney', engine), ofProject: root === ownRoot }
}

/**
 * Opens the database of the stack, bootstrapped, migrated and seeded.
 *
 * @throws Failure if the engine is missing or does not start, the files were made by another version, or a migration is wrong.
 */
export async function createDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const opened = await openDatabase(options)
  const release = lastRelease(options.root)
  if (release !== null && !options.external)
    writeFileSync(join(options.dataDir, releaseMark), `${release}\n`, { mode: 0o600 })
  return opened
}

async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  mkdirSync(options.dataDir, { recursive: true })
  if (options.external) return openExternal({ ...options.external, root: options.root, log: options.log })
  const sources = { root: options.root, demo: options.demo ?? true }
  const version = versionOfCluster(options.dataDir)
  const isPglite = existsSync(join(options.dataDir, 'pglite/PG_VERSION'))
  // The engine that holds the data, also if the other one was installed or removed meanwhile.
  const kept = version !== null && !isPglite ? 'native' : version === null && isPglite ? 'pglite' : undefined
  const kind = options.kind ?? kept
  if (kind !== 'pglite') {
    const search = findInstallation(version ?? undefined)
    if (search.found)
      return openNative({ ...options, sources, templates: templatesOf('postgres', options.root) }, search.found)
    if (kind === 'native') {
      const seen = search.rejected.length > 0 ? ` Found: ${search.rejected.join(', ')}.` : ''
      throw new Failure(
        `No PostgreSQL 15 or newer with PostGIS on this machine.${seen}`,
        'Install it (Debian: apt-get install postgresql-15-postgis-3), or start with `--db=pglite`.'
      )
    }
    if (search.rejected.length > 0) {
      options.log.info('database.passed_over', { found: search.rejected.join(', '), instead: 'pglite' })
    }
  }
  // Import PGlite only when it is used: reading its files takes longer than the whole start of a native database.
  const { openPglite } = await import('./pglite/index.ts')
  return openPglite({ ...options, sources, templates: templatesOf('pglite', options.root) })
}

/**
 * Stops a database server that a killed stack left on this data folder. Its guard process (`guarded`) stops it, too, but until
 * then the server holds the port. Call this only while holding the lock of the data folder.
 */
export async function endLeftover(dataDir: string): Promise<void> {
  const place = findCluster(dataDir)
  if (!place || !existsSync(join(place.data, 'postmaster.pid'))) return
  const { found } = findInstallation(versionOfCluster(dataDir) ?? undefined)
  if (found) await stopLeftover(found, place)
}

/**
 * Empties a data folder for a new database. A database from before the first release is put aside instead of deleted: no update
 * could keep it until then.
 *
 * @returns The folder where it is now, which is a data folder of its own; null if it was deleted or there was none.
 */
export function resetDatabase(dataDir: string, root: string): string | null {
  const release = lastRelease(root)
  const isThere = ['postgres', 'cluster-id', 'pglite'].some((name) => existsSync(join(dataDir, name)))
  if (release === null || !isThere || existsSync(join(dataDir, releaseMark))) {
    removeDatabase(dataDir)
    return null
  }
  const aside = join(dataDir, `before-${release}`)
  const target = existsSync(aside) ? `${aside}-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}` : aside
  mkdirSync(target)
  chmodSync(target, statSync(dataDir).mode)
  moveCluster(dataDir, target)
  for (const name of ['pglite', 'storage', 'database-password', 'keys.json']) {
    if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(target, name))
  }
  return target
}

/** Deletes the databases of a data folder and the objects stored with them. No stack may be using the folder. */
export function removeDatabase(dataDir: string): void {
  removeCluster(dataDir)
  for (const name of ['pglite', 'storage']) rmSync(join(dataDir, name), { recursive: true, force: true })
}
