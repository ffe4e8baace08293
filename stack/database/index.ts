import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure } from '../failure.ts'
import type { Log } from '../types.ts'
import type { Templates } from './cache.ts'
import { type ExternalOptions, openExternal } from './external/index.ts'
import { stopLeftover } from './native/cluster.ts'
import { findInstallation } from './native/find.ts'
import { openNative } from './native/index.ts'
import { findCluster, removeCluster } from './native/place.ts'
import type { OpenDatabase } from './open-database.ts'

export interface DatabaseOptions {
  /** The database engine; default: native PostgreSQL if it is found, else PGlite. */
  kind?: 'pglite' | 'native' | undefined
  /** An external database, used instead of the stack's own one. */
  external?: Pick<ExternalOptions, 'url' | 'reset' | 'consent'> | undefined
  /** The stack's data folder, an absolute path. */
  dataDir: string
  /** Port on 127.0.0.1 for PostgreSQL's protocol. */
  port: number
  /** The project's root, which holds `supabase/`. */
  root: string
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
  mkdirSync(options.dataDir, { recursive: true })
  if (options.external) return openExternal({ ...options.external, root: options.root, log: options.log })
  if (options.kind !== 'pglite') {
    const search = findInstallation()
    if (search.found) return openNative({ ...options, templates: templatesOf('postgres', options.root) }, search.found)
    if (options.kind === 'native') {
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
  return openPglite({ ...options, templates: templatesOf('pglite', options.root) })
}

/**
 * Stops a database server that a killed stack left on this data folder. Its guard process (`guarded`) stops it, too, but until
 * then the server holds the port. Call this only while holding the lock of the data folder.
 */
export async function endLeftover(dataDir: string): Promise<void> {
  const place = findCluster(dataDir)
  if (!place || !existsSync(join(place.data, 'postmaster.pid'))) return
  const { found } = findInstallation()
  if (found) await stopLeftover(found, place)
}

/** Deletes the databases of a data folder and the objects stored with them. No stack may be using the folder. */
export function removeDatabase(dataDir: string): void {
  removeCluster(dataDir)
  for (const name of ['pglite', 'storage']) rmSync(join(dataDir, name), { recursive: true, force: true })
}
