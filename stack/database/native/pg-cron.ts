import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../types.ts'
import type { Place } from './place.ts'

const host = '127.0.0.1'

/**
 * Settings with which pg_cron runs its jobs over connections. With background workers, which `startCluster` sets otherwise,
 * pg_cron before 1.5 waits for the end of a job that lasts a minute before it starts or ends others, so dispatch stood still.
 */
export const overConnections = { 'cron.use_background_workers': 'off', 'cron.host': host }

/**
 * Writes the file from which pg_cron's connections take the password of the jobs' owner, for the variable PGPASSFILE. It is in
 * the folder of the socket, which ends with the server.
 *
 * @returns the file's path
 */
export function writePasswordFile({ sockets, owner }: Place, port: number, password: string): string {
  const file = join(sockets, 'pgpass')
  writeFileSync(file, `${host}:${port}:postgres:postgres:${password}\n`, { mode: 0o600 })
  if (owner) chownSync(file, owner.uid, owner.gid)
  return file
}

/** Gives all jobs the address of this server: pg_cron stores the one of the server on which a job was made. */
export async function moveJobs(database: Database, port: number): Promise<void> {
  const [row] = await database.query<{ has: boolean }>(
    `select exists (select from pg_extension where extname = 'pg_cron') as has`
  )
  if (!row?.has) return
  await database.query('update cron.job set nodename = $1, nodeport = $2 where (nodename, nodeport) <> ($1, $2)', [
    host,
    port
  ])
}
