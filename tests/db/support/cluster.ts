import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { freePort, root } from '../../../scripts/catalogue.ts'
import { createDatabase, type OpenDatabase } from '../../../stack/database/index.ts'
import { findCluster } from '../../../stack/database/native/place.ts'
import { createLog } from '../../../stack/log.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { family } from '../../support/processes.ts'

/** A migrated and seeded PostgreSQL of one test file, which may leave behind what it likes and may be killed. */
export interface Cluster {
  readonly url: string
  /** A pool of a superuser. A new one is needed after `kill`. */
  connect(max: number): postgres.Sql
  /** kill -9 of the server and every process that serves it, as a power failure would: nobody tidies up. */
  kill(): void
  /** Starts the server again on what the kill left, as the stack does. */
  restart(): Promise<void>
}

async function open(dataDir: string, port: number): Promise<OpenDatabase> {
  const opened = await createDatabase({ kind: 'native', dataDir, port, root, log: createLog('text', () => {}) })
  // A job ticking in the background would advance what a test is looking at.
  await opened.database.query('update cron.job set active = false')
  return opened
}

function killServer(dataDir: string): void {
  const place = findCluster(dataDir)
  const postmaster = Number(readFileSync(join(place?.data ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  if (!(postmaster > 1)) throw new Error('The server has no process')
  // The postmaster first: while it lives it would take a lost backend as a reason to restart the others.
  for (const pid of family(postmaster)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A backend that had just ended.
    }
  }
}

/** Runs `work` on a cluster of its own, which is removed afterwards. */
export async function withCluster(work: (cluster: Cluster) => Promise<void>): Promise<void> {
  const dataDir = temporaryFolder()
  const port = await freePort()
  let opened = await open(dataDir, port)
  const url = opened.database.url ?? ''
  try {
    await work({
      url,
      connect: (max) =>
        postgres(url, { max, onnotice: () => {}, connect_timeout: 5, connection: { client_min_messages: 'error' } }),
      kill: () => killServer(dataDir),
      async restart() {
        await opened.database.stop()
        opened = await open(dataDir, port)
        // As housekeeping does within five minutes; several kills in a row come sooner than that.
        await opened.database.query('select app.reset_tries()')
      }
    })
  } finally {
    await opened.database.stop()
    const place = findCluster(dataDir)
    if (place) rmSync(place.data, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
