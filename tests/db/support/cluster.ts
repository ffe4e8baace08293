import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { freePort, root } from '../../../scripts/catalogue.ts'
import { createDatabase, type OpenDatabase } from '../../../stack/database/index.ts'
import { findCluster, placeCluster, removeCluster } from '../../../stack/database/native/place.ts'
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

let template: string | null = null

/** A folder with a cluster that is migrated, seeded and stopped: made once, copied for each. */
async function makeCopy(port: number): Promise<string> {
  if (template === null) {
    template = temporaryFolder()
    const opened = await open(template, port)
    await opened.database.stop()
    process.once('exit', () => removeFolder(template ?? ''))
  }
  const copy = temporaryFolder()
  copyFileSync(join(template, 'database-password'), join(copy, 'database-password'))
  const from = placeCluster(template)
  execFileSync('cp', ['-a', `${from.data}/.`, placeCluster(copy).data])
  rmSync(from.sockets, { recursive: true })
  return copy
}

function removeFolder(dataDir: string): void {
  removeCluster(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}

/** Runs `work` on a cluster of its own, which is removed afterwards. */
export async function withCluster(work: (cluster: Cluster) => Promise<void>): Promise<void> {
  const port = await freePort()
  const dataDir = await makeCopy(port)
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
    removeFolder(dataDir)
  }
}
