/** The used demo that a release keeps: its rows rehearse the updates to later releases, on both engines. */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, resetDatabase } from '../../stack/database/index.ts'
import { seedLater } from '../../stack/database/later.ts'
import type { OpenDatabase } from '../../stack/database/open-database.ts'
import type { Database, Log, Sql } from '../../stack/types.ts'
import { freePort } from '../catalogue.ts'
import { migrationNames } from '../migrations/sources.ts'
import { type Rows, readRows, writeRows } from './rows.ts'

/** What a person leaves behind who signs in and uploads a picture; the generated past has neither. */
const traces = `
  insert into auth.sessions (id, user_id, created_at, updated_at, aal)
  select gen_random_uuid(), u.id, now(), now(), 'aal1' from auth.users u order by u.email limit 20;
  insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
  select md5(random()::text), s.user_id, false, now(), now(), s.id from auth.sessions s;
  insert into storage.objects (bucket_id, name, owner_id, metadata, version)
  select b.id, u.id || '/' || gen_random_uuid(), u.id, '{"size": 5, "mimetype": "image/png"}', gen_random_uuid()
  from storage.buckets b cross join (select id from auth.users order by email limit 3) u;`

/** Generates the demo's past in a seeded database, and the traces of people who use it. */
export async function playDemo(database: Database, root: string, log: Log): Promise<void> {
  await seedLater(database, root, log, new AbortController().signal)
  await leaveTraces(database)
}

/** Signs people in and uploads files, as rows. */
export const leaveTraces = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    // Their triggers would queue work for services that are not running.
    await tx.exec('set local session_replication_role = replica')
    await tx.exec(traces)
  })

type Kind = 'native' | 'pglite'

/**
 * Runs `work` on a database that has some of the project's migrations and no seed, in a temporary folder.
 *
 * @param update Gives the project more migrations and opens the database again, which applies them.
 */
export async function onVersion<T>(
  kind: Kind,
  root: string,
  migrations: readonly string[],
  log: Log,
  work: (opened: OpenDatabase, update: (migrations: readonly string[]) => Promise<OpenDatabase>) => Promise<T>
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'hackney-version-'))
  const project = join(folder, 'project')
  const dataDir = join(folder, 'data')
  let opened: OpenDatabase | undefined
  const open = async (names: readonly string[]): Promise<OpenDatabase> => {
    await opened?.database.stop()
    opened = undefined
    await rm(project, { recursive: true, force: true })
    await mkdir(join(project, 'supabase/migrations'), { recursive: true })
    for (const name of names) {
      await cp(join(root, 'supabase/migrations', name), join(project, 'supabase/migrations', name))
    }
    opened = await createDatabase({ kind, dataDir, port: await freePort(), root: project, log })
    return opened
  }
  try {
    return await work(await open(migrations), open)
  } finally {
    await opened?.database.stop()
    resetDatabase(dataDir, folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Fills a database of the version from which the rows are. */
export const fill = (database: Database, rows: Rows): Promise<void> =>
  database.transaction((tx: Sql) => writeRows(tx, rows))

/** A used demo of a new database of the project. */
async function newDemo(root: string, log: Log): Promise<Rows> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hackney-demo-'))
  const opened = await createDatabase({ kind: 'native', dataDir, port: await freePort(), root, log })
  try {
    await playDemo(opened.database, root, log)
    return await readRows(opened.database)
  } finally {
    await opened.database.stop()
    resetDatabase(dataDir, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Migrations that the next rehearsal applies at least. */
const rehearsed = 3

/**
 * The demo for a release: the one of the release before, brought to the version before the last migrations, so that every
 * rehearsal has some to apply; a new one for the first release.
 */
export async function demoOfRelease(root: string, before: Rows | null, log: Log): Promise<Rows> {
  if (!before) return newDemo(root, log)
  const wanted = (await migrationNames(root)).slice(0, -rehearsed)
  if (wanted.length <= before.migrations.length) return before
  return onVersion('native', root, before.migrations, log, async (opened, update) => {
    await fill(opened.database, before)
    const { database } = await update(wanted)
    return readRows(database)
  })
}
