import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'
import { freePort } from '../../../scripts/catalogue.ts'
import { findCluster } from '../../../stack/database/native/place.ts'
import { family } from '../../support/processes.ts'
import { copyTemplate, openFolder, removeFolder } from './template.ts'

/** A migrated and seeded PostgreSQL of one test file. The file may kill it and need not clean up: it is removed afterwards. */
export interface Cluster {
  readonly url: string
  /**
   * A pool of a superuser. A new one is needed after `kill`.
   *
   * @param hasArrays whether arrays are passed; each new connection then asks for their types by itself, where nobody could catch
   *   a kill.
   */
  connect(max: number, hasArrays?: boolean): postgres.Sql
  /** kill -9 of the server and its processes, so that no shutdown code runs, as in a power failure. */
  kill(): void
  /** Starts the server again on the files that the kill left, as the stack does. */
  restart(): Promise<void>
}

function killServer(dataDir: string): void {
  const place = findCluster(dataDir)
  const postmaster = Number(readFileSync(join(place?.data ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  if (!(postmaster > 1)) throw new Error('postmaster.pid names no process of the server')
  // Kills the postmaster first: otherwise it would see a lost backend and restart the others.
  for (const pid of family(postmaster)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The backend has just ended.
    }
  }
}

/** Runs `work` on a cluster of its own with the settings of production, and removes it afterwards. */
export async function withCluster(work: (cluster: Cluster) => Promise<void>): Promise<void> {
  const port = await freePort()
  const dataDir = copyTemplate(inject('template'))
  let opened = await openFolder(dataDir, port, true)
  const url = opened.database.url ?? ''
  try {
    await work({
      url,
      connect: (max, hasArrays = true) =>
        postgres(url, {
          max,
          onnotice: () => {},
          connect_timeout: 5,
          fetch_types: hasArrays,
          connection: { client_min_messages: 'error' }
        }),
      kill: () => killServer(dataDir),
      async restart() {
        await opened.database.stop()
        opened = await openFolder(dataDir, port, true)
        // Housekeeping does this within five minutes, but tests kill the server several times in a row.
        await opened.database.query('select app.reset_tries()')
      }
    })
  } finally {
    await opened.database.stop()
    removeFolder(dataDir)
  }
}
