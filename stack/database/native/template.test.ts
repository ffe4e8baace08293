import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project } from '../../testing/project.ts'
import type { Database } from '../../types.ts'
import { findInstallation } from './find.ts'
import { openNative } from './index.ts'
import { placeCluster } from './place.ts'

const installation = findInstallation().found
const migration = '20260101000000_first.sql'
const withSecret = `
  create schema app;
  create table app.key (key text not null default gen_random_uuid()::text);
  insert into app.key default values;
  create function app.renew_secrets() returns void language sql security definer set search_path = '' as $$
    update app.key set key = gen_random_uuid()::text
  $$;`

describe.runIf(installation)('the template of a new cluster', () => {
  let project: Project
  let folder: string
  let running: Database | undefined
  let count = 0

  /** Opens a database in a new data folder. @param templates Folder of the templates; null builds everything from scratch. */
  async function open(templates: string | null = folder, root = project.root, dataDir = newFolder()) {
    await running?.stop()
    running = undefined
    if (!installation) throw new Error('There is no PostgreSQL')
    const opened = await openNative(
      {
        ...{ dataDir, sources: { root, demo: true }, port: project.port + 1, log: project.log },
        templates: templates === null ? null : { folder: templates, ofProject: true }
      },
      installation
    )
    running = opened.database
    return opened.database
  }

  function newFolder(): string {
    count += 1
    const path = `${project.dataDir}-${count}`
    mkdirSync(path)
    return path
  }

  const keyOf = async (database: Database) => (await database.query<{ key: string }>('select key from app.key'))[0]?.key
  /** The data folders of the templates, that of the project last. */
  const kept = () => readdirSync(folder).map((name) => join(folder, name, 'data'))

  beforeAll(async () => {
    project = await createProject({ [migration]: withSecret })
    folder = join(project.dataDir, '../templates')
  })
  afterEach(async () => {
    await running?.stop()
    running = undefined
  })
  afterAll(() => project.remove())

  it('gives each data folder the project with separate passwords and secrets', async () => {
    const secretsOf = async (database: Database) => [
      await keyOf(database),
      ...(
        await database.query<{ password: string | null }>(
          `select rolpassword as password from pg_authid where rolcanlogin order by rolname`
        )
      ).map(({ password }) => password)
    ]
    const seen: (string | null | undefined)[] = []
    for (const _ of ['made', 'copied', 'copied again']) seen.push(...(await secretsOf(await open())))
    expect(seen).toHaveLength(3 * 6)
    expect(seen.every(Boolean)).toBe(true)
    expect(new Set(seen).size).toBe(seen.length)
    expect(kept()).toHaveLength(2)
  })

  it('refuses connections to a copy without its own passwords', async () => {
    for (const [index, files] of kept().entries()) {
      const dataDir = newFolder()
      writeFileSync(join(dataDir, 'database-password'), 'guessed')
      const { data, owner } = placeCluster(dataDir)
      cpSync(files, data, { recursive: true })
      if (owner) execFileSync('chown', ['-R', 'postgres', data])
      await expect(open(folder, project.root, dataDir), `template ${index}`).rejects.toThrow(/password authentication/)
    }
  }, 60_000)

  it('is not used for a project whose migration was edited', async () => {
    await project.write(`supabase/migrations/${migration}`, `${withSecret} create table added (id int);`)
    expect(await (await open()).query('select * from added')).toEqual([])
  })

  it('reports the file and position of a failing migration like a start without a template', async () => {
    await project.write(`supabase/migrations/${migration}`, 'select 1;\nselect nonsense;')
    await expect(open()).rejects.toThrow(`supabase/migrations/${migration}:2:8: column "nonsense" does not exist`)
    await project.write(`supabase/migrations/${migration}`, withSecret)
  })

  it('is rebuilt if it cannot be used', async () => {
    for (const files of kept()) writeFileSync(join(files, 'global/pg_control'), Buffer.alloc(8192, 7))
    const first = await keyOf(await open())
    expect(first).toBeTruthy()
    expect(await keyOf(await open())).not.toBe(first)
    const isWhole = (files: string) => !readFileSync(join(files, 'global/pg_control')).equals(Buffer.alloc(8192, 7))
    expect(kept().filter(isWhole)).toHaveLength(2)
  })

  it('is not needed if it cannot be stored', async () => {
    const file = join(project.dataDir, '../file')
    writeFileSync(file, '')
    expect(await keyOf(await open(join(file, 'templates')))).toBeTruthy()
  })

  it('leaves nothing of an interrupted start', async () => {
    const dataDir = newFolder()
    const left = join(dataDir, 'postgres.new-00000000')
    mkdirSync(join(left, 'base'), { recursive: true })
    await open(folder, project.root, dataDir)
    expect(existsSync(left)).toBe(false)
  })

  it('contains the same as a new project, and shares no secret among its copies', async () => {
    const root = resolve(import.meta.dirname, '../../..')
    const made = [await contentOf(await open(null, root)), await contentOf(await open(null, root))] as const
    // The project's own templates; built here if no other start has built them.
    const own = join(root, 'node_modules/.cache/hackney/postgres')
    const copied = [await contentOf(await open(own, root)), await contentOf(await open(own, root))] as const
    expect([...copied[0].keys()]).toEqual([...made[0].keys()])
    const isRandom = (column: string) => made[0].get(column) !== made[1].get(column)
    const columns = [...made[0].keys()].filter((column) => column !== ofServer && !ofRuns.test(column))
    expect(columns.filter((column) => !isRandom(column) && copied[0].get(column) !== made[0].get(column))).toEqual([])
    const shared = columns.filter((column) => isRandom(column) && copied[0].get(column) === copied[1].get(column))
    expect(shared).toEqual(openValues)
  }, 120_000)
})

/** SQL for values that are random but no secret: those who may read the row may know them. */
const openValues = [
  'auth.identities.id',
  'cancel_reasons.id',
  'languages.id',
  'profiles.referral_id',
  'realtime.feed.id',
  'realtime.messages.id',
  'realtime.messages.payload'
]

/** A column that is not part of the content: pg_cron stores the server's port in it, and does not use it. */
const ofServer = 'cron.job.nodeport'

/** Columns of the runs of scheduled jobs: whether one has run yet depends on the minute of the start. */
const ofRuns = /^cron\.job_run_details\./

/**
 * A digest of every column of every table, and of everything that defines the schema, by name. Times and ids of transactions are
 * left out, because those of two databases differ.
 */
async function contentOf(database: Database): Promise<Map<string, string>> {
  const columns = await database.query<{ table: string; column: string }>(`
    select c.oid::regclass::text as table, quote_ident(a.attname) as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.atttypid not in ('timestamptz'::regtype, 'timestamp'::regtype, 'xid8'::regtype)
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast' order by 1, 2`)
  const content = new Map<string, string>()
  for (const { table, column } of columns) {
    const [row] = await database.query<{ digest: string }>(
      `select md5(string_agg(${column}::text, ';' order by ${column}::text)) as digest from ${table}`
    )
    content.set(`${table}.${column}`, row?.digest ?? '')
  }
  const [schema] = await database.query<{ digest: string }>(`select md5(concat(
    (select string_agg(pg_get_functiondef(p.oid) || coalesce(p.proacl::text, ''), ';' order by p.oid::regprocedure::text)
      from pg_proc p where p.prokind = 'f' and p.pronamespace::regnamespace::text in ('public', 'app', 'auth', 'storage', 'realtime')),
    (select string_agg(concat(c.oid::regclass, c.relacl, c.relrowsecurity, c.relowner::regrole), ';' order by c.oid::regclass::text)
      from pg_class c where c.relnamespace::regnamespace::text in ('public', 'app', 'auth', 'storage', 'realtime')),
    (select string_agg(concat(rolname, rolsuper, rolinherit, rolcreaterole, rolcanlogin, rolbypassrls), ';' order by rolname)
      from pg_authid))) as digest`)
  return content.set('schema', schema?.digest ?? '')
}
