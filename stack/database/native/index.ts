import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../types.ts'
import { ensureBootstrap } from '../bootstrap.ts'
import type { Templates } from '../cache.ts'
import { migrate, type Sources } from '../migrate.ts'
import type { OpenDatabase } from '../open-database.ts'
import { startCluster } from './cluster.ts'
import { createNativeDatabase, transact } from './database.ts'
import type { Installation } from './find.ts'
import { newPassword } from './making.ts'
import { moveJobs, overConnections, writePasswordFile } from './pg-cron.ts'
import { placeCluster } from './place.ts'
import { createPool } from './pool.ts'
import { ready } from './ready.ts'
import { openNativeSessions } from './sessions.ts'
import { prepareCluster } from './template.ts'

/**
 * Reads or creates the cluster's password. A password is needed because every user of the machine can reach loopback, and
 * supabase_admin is a superuser.
 */
function readPassword(dataDir: string): string {
  const file = join(dataDir, 'database-password')
  if (!existsSync(file)) writeFileSync(file, newPassword(), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/**
 * Starts the private cluster and applies migrations and seed. The first start creates the cluster as a new Supabase project.
 */
export async function openNative(
  options: {
    dataDir: string
    port: number
    sources: Sources
    log: Log
    settings?: Record<string, string> | undefined
    /** Where snapshots of new databases are stored; null to build everything without them. */
    templates: Templates | null
  },
  installation: Installation
): Promise<OpenDatabase> {
  const { dataDir, port, sources, log } = options
  const password = readPassword(dataDir)
  const place = placeCluster(dataDir)
  const fresh = await prepareCluster({ installation, place, log }, { ...options, password })
  const cluster = await startCluster(
    installation,
    place,
    port,
    log,
    { ...(installation.hasCron && overConnections), ...options.settings },
    { PGPASSFILE: writePasswordFile(place, port, password) }
  )
  const urlOf = (user: string): string => `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`
  const pool = createPool({ target: urlOf('supabase_admin'), max: 10 })
  // Migrations need not wait for the disk. After a power failure the next start applies them again, and no other data are lost.
  const migrator = createPool({ target: urlOf('postgres'), max: 1, settings: { synchronous_commit: 'off' } })
  let isStopping = false
  const database = createNativeDatabase(pool, urlOf('supabase_admin'), async () => {
    isStopping = true
    await Promise.all([pool.close(), migrator.close()])
    await cluster.stop()
    rmSync(place.sockets, { recursive: true, force: true })
  })
  try {
    await ready(pool, cluster.exited)
    cluster.exited.then((reason) => {
      if (!isStopping) log.error('database.ended', { reason: reason || 'unknown', remedy: 'stop and start again' })
    })
    await ensureBootstrap(database, password, installation.hasCron)
    const outcome = await migrate(database, (work) => transact(migrator, work), sources, log)
    await migrator.close()
    await moveJobs(database, port)
    const openSessions = (max: number) => openNativeSessions(urlOf('supabase_admin'), max)
    return { database, openSessions, fresh, ...outcome }
  } catch (error) {
    await database.stop()
    throw error
  }
}
