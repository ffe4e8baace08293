import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'
import { freePort } from '../../../scripts/catalogue.ts'
import { findCluster } from '../../../stack/database/native/place.ts'
import { family } from '../../support/processes.ts'
import { copyTemplate, openFolder, removeFolder } from './template.ts'

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

/** Runs `work` on a cluster of its own, with a product's settings, which is removed afterwards. */
export async function withCluster(work: (cluster: Cluster) => Promise<void>): Promise<void> {
  const port = await freePort()
  const dataDir = copyTemplate(inject('template'))
  let opened = await openFolder(dataDir, port, true)
  const url = opened.database.url ?? ''
  try {
    await work({
      url,
      connect: (max) =>
        postgres(url, { max, onnotice: () => {}, connect_timeout: 5, connection: { client_min_messages: 'error' } }),
      kill: () => killServer(dataDir),
      async restart() {
        await opened.database.stop()
        opened = await openFolder(dataDir, port, true)
        // As housekeeping does within five minutes; several kills in a row come sooner than that.
        await opened.database.query('select app.reset_tries()')
      }
    })
  } finally {
    await opened.database.stop()
    removeFolder(dataDir)
  }
}
