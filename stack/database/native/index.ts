import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../failure.ts'
import type { Log } from '../../types.ts'
import { ensureBootstrap } from '../bootstrap.ts'
import type { OpenDatabase } from '../index.ts'
import { migrate } from '../migrate.ts'
import { asSql, closeClient, connect, createNativeDatabase, openNativeSessions } from './client.ts'
import { startCluster } from './cluster.ts'
import type { Installation } from './find.ts'
import { placeCluster } from './place.ts'

/** The cluster's own password: loopback is open to every user of the machine, and supabase_admin is a superuser. */
function readPassword(dataDir: string): string {
  const file = join(dataDir, 'database-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Connects as soon as the server accepts, or fails with what the server said. */
async function ready(client: ReturnType<typeof connect>, exited: Promise<string>): Promise<void> {
  let ended: string | null = null
  exited.then((reason) => {
    ended = reason || 'it ended without a reason'
  })
  for (let attempt = 0; ; attempt += 1) {
    try {
      await client.unsafe('select 1')
      return
    } catch (error) {
      if (ended !== null) {
        throw new Failure(`PostgreSQL did not start: ${ended}.`, 'See the log above, or start with `--db=pglite`.')
      }
      if (attempt > 400) throw error
      await sleep(25)
    }
  }
}

/**
 * Starts the private cluster, makes it look like a Supabase project on the first start, and applies migrations and
 * seed.
 */
export async function openNative(
  options: { dataDir: string; port: number; root: string; log: Log; settings?: Record<string, string> | undefined },
  installation: Installation
): Promise<OpenDatabase> {
  const { dataDir, port, root, log } = options
  const password = readPassword(dataDir)
  const place = placeCluster(dataDir)
  const cluster = await startCluster(installation, place, port, password, log, options.settings)
  const urlOf = (user: string): string => `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`
  const client = connect(urlOf('supabase_admin'), 10)
  // No migration waits for the disk: what a power failure takes is applied again by the next start, and nothing else is lost.
  const migrator = connect(urlOf('postgres'), 1, { synchronous_commit: 'off' })
  let isStopping = false
  const database = createNativeDatabase(client, urlOf('supabase_admin'), async () => {
    isStopping = true
    await Promise.all([closeClient(client), closeClient(migrator)])
    await cluster.stop()
    rmSync(place.sockets, { recursive: true, force: true })
  })
  try {
    await ready(client, cluster.exited)
    cluster.exited.then((reason) => {
      if (!isStopping) log.error('database.ended', { reason: reason || 'unknown', remedy: 'stop and start again' })
    })
    const fresh = await ensureBootstrap(database, password, installation.hasCron)
    const asPostgres = <T>(work: (tx: ReturnType<typeof asSql>) => Promise<T>): Promise<T> =>
      migrator.begin((tx) => work(asSql(tx))) as Promise<T>
    const outcome = await migrate(database, asPostgres, root)
    await closeClient(migrator)
    const openSessions = (max: number) => openNativeSessions(urlOf('supabase_admin'), max)
    return { database, openSessions, fresh, ...outcome }
  } catch (error) {
    await database.stop()
    throw error
  }
}
