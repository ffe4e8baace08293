import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, root } from '../../../scripts/catalogue.ts'
import { createDatabase } from '../../../stack/database/index.ts'
import { placeCluster, removeCluster } from '../../../stack/database/native/place.ts'
import type { OpenDatabase } from '../../../stack/database/open-database.ts'
import { createLog } from '../../../stack/log.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** The extensions that only the tests need. */
const extensions = ['pgtap', 'plpgsql_check']

/** Settings for databases whose changes are rolled back: not durable, so faster; without autovacuum, so that plans do not vary. */
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

/** Opens the cluster of a folder; creates it if there is none. */
export async function openFolder(dataDir: string, port: number, isDurable: boolean): Promise<OpenDatabase> {
  const log = createLog('text', () => {})
  return createDatabase({ kind: 'native', dataDir, port, root, log, settings: isDurable ? {} : notDurable })
}

/** The names of the extensions that this PostgreSQL does not offer. */
async function findMissing({ database }: OpenDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>('select name from pg_available_extensions')
  return extensions.filter((name) => !rows.some((row) => row.name === name))
}

/** Removes a folder and its cluster, which may be stored elsewhere. The server must have stopped. */
export function removeFolder(dataDir: string): void {
  removeCluster(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Makes a folder with a cluster that is migrated, seeded, ready for pgTAP, and stopped. It is made once a run and then copied.
 *
 * @throws Error that names the packages to install if PostgreSQL lacks an extension.
 */
export async function makeTemplate(): Promise<string> {
  const folder = temporaryFolder()
  const opened = await openFolder(folder, await freePort(), false)
  try {
    const missing = await findMissing(opened)
    if (missing.length > 0) {
      const [server] = await opened.database.query<{ major: number }>(
        `select current_setting('server_version_num')::integer / 10000 as major`
      )
      const packages = missing.map((name) => `postgresql-${server?.major}-${name.replace('_', '-')}`).join(' and ')
      throw new Error(`The database tests need ${missing.join(' and ')}: install ${packages}`)
    }
    for (const name of extensions) await opened.database.exec(`create extension ${name} with schema extensions`)
    // Scheduled jobs would change rows during a test.
    await opened.database.exec('update cron.job set active = false')
  } catch (error) {
    await opened.database.stop()
    removeFolder(folder)
    throw error
  }
  await opened.database.stop()
  return folder
}

/** Copies the template into a folder of its own. */
export function copyTemplate(template: string): string {
  const copy = temporaryFolder()
  copyFileSync(join(template, 'database-password'), join(copy, 'database-password'))
  const from = placeCluster(template)
  execFileSync('cp', ['-a', `${from.data}/.`, placeCluster(copy).data])
  rmSync(from.sockets, { recursive: true, force: true })
  return copy
}
