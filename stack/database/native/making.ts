import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Database, Log } from '../../types.ts'
import { ensureBootstrap } from '../bootstrap.ts'
import { type AsPostgres, migrate, type Sources } from '../migrate.ts'
import { asOwner, startCluster } from './cluster.ts'
import { createNativeDatabase, transact } from './database.ts'
import type { Installation } from './find.ts'
import { makePersonal, withoutPasswords } from './personal.ts'
import { own, type Place } from './place.ts'
import { createPool } from './pool.ts'
import { ready } from './ready.ts'

const run = promisify(execFile)

/** What a build of a new cluster works on. */
export interface Making {
  installation: Installation
  /** Place of a new cluster, whose folder is empty or missing. */
  place: Place
  log: Log
}

/** Server settings while building. Durability is not needed, because an interrupted build starts over. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** Only used in the name of the socket; no network port is opened. */
const port = 5432

export const newPassword = (): string => randomBytes(18).toString('base64url')

/** Creates the files of an empty cluster with supabase_admin as its superuser. */
export async function initialise({ installation, place }: Omit<Making, 'log'>, password: string): Promise<void> {
  own(place.data, place.owner)
  const passwordFile = join(place.sockets, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  const args = ['--pgdata', place.data, '--username', 'supabase_admin', '--pwfile', passwordFile, '--wal-segsize=4']
  args.push('--auth=scram-sha-256', '--encoding=UTF8', '--no-sync', '--no-instructions')
  const options = { ...asOwner(place), cwd: '/' }
  const initdb = join(installation.bin, 'initdb')
  try {
    await run(initdb, [...args, '--locale=C.UTF-8'], options).catch(() =>
      run(initdb, [...args, '--no-locale'], options)
    )
  } finally {
    await writeFile(passwordFile, '')
  }
}

/** Time for a new cluster to end cleanly (ms): the last checkpoint writes all of it, on a busy machine within many seconds. */
const PATIENCE = 120_000

/**
 * Removes all WAL files but the last one in use. The stopped cluster does not need them, and every copy would contain them.
 *
 * @throws Error if the cluster did not end cleanly: it was made without fsync, so a copy of it would lack parts.
 */
async function removeSpareLog({ installation, place }: Making): Promise<void> {
  const options = { env: { ...process.env, LC_ALL: 'C' }, ...asOwner(place), cwd: '/' }
  const { stdout } = await run(join(installation.bin, 'pg_controldata'), ['-D', place.data], options)
  if (!/^Database cluster state:\s+shut down$/m.test(stdout)) throw new Error('The new cluster did not end cleanly')
  const [, needed] = /REDO WAL file:\s+([0-9A-F]{24})/.exec(stdout) ?? []
  const folder = join(place.data, 'pg_wal')
  const segments = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name))
  if (!needed || !segments.includes(needed)) return
  await Promise.all(segments.filter((name) => name !== needed).map((name) => rm(join(folder, name))))
}

/**
 * Starts the cluster so that only this process can connect, runs `work`, and leaves the cluster stopped and without passwords.
 *
 * @param password The current password of the cluster's roles.
 */
async function onPrivateServer(
  making: Making,
  password: string,
  work: (database: Database, asPostgres: AsPostgres) => Promise<unknown>
): Promise<void> {
  const { installation, place, log } = making
  const cluster = await startCluster(installation, place, port, log, { ...hasty, listen_addresses: '' })
  const target = (user: string) => ({ host: place.sockets, port, user, password })
  const pool = createPool({ target: target('supabase_admin'), max: 2 })
  const migrator = createPool({ target: target('postgres'), max: 1 })
  const database = createNativeDatabase(pool, target('supabase_admin'), pool.close)
  try {
    await ready(pool, cluster.exited)
    await work(database, (task) => transact(migrator, task))
    await database.exec(withoutPasswords)
    // Start a new WAL segment. It will contain only the end of the log, so `removeSpareLog` can remove all earlier segments.
    await database.query('select pg_switch_wal()')
  } finally {
    await Promise.all([database.stop(), migrator.close()])
    await cluster.stop(PATIENCE)
  }
  await removeSpareLog(making)
}

/** Creates a cluster that is like a new Supabase project. Its roles have no passwords, so sign-in is impossible. */
export async function makeBase(making: Making): Promise<void> {
  const password = newPassword()
  await initialise(making, password)
  await onPrivateServer(making, password, (database) =>
    ensureBootstrap(database, password, making.installation.hasCron)
  )
}

/** Applies migrations and seed to a cluster from `makeBase`, and removes the passwords again. */
export async function makeProject(making: Making, sources: Sources): Promise<void> {
  const password = newPassword()
  await makePersonal(making.installation, making.place, password)
  await onPrivateServer(making, password, (database, asPostgres) => migrate(database, asPostgres, sources))
}
