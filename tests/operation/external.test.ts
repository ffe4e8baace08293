import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster } from '../../stack/database/native/cluster.ts'
import { findInstallation } from '../../stack/database/native/find.ts'
import { initialise } from '../../stack/database/native/making.ts'
import { placeCluster } from '../../stack/database/native/place.ts'
import { createProject, type Project } from '../../stack/testing/project.ts'

// An operator's own server: a plain cluster whose only role is its superuser.

const installation = findInstallation().found
const password = 'a-very:secret/word'

describe.runIf(installation)('a database of your own', () => {
  let project: Project
  let stop: () => Promise<void>
  let admin: ReturnType<typeof postgres>

  const urlOf = (name: string): string =>
    `postgres://supabase_admin:${encodeURIComponent(password)}@127.0.0.1:${project.port + 1}/${name}`

  /** Starts the command line with a database; returns once it prints "ready" or the process ends. */
  async function start(name: string, ...args: string[]) {
    const main = join(import.meta.dirname, '../../stack/main.ts')
    const all = [
      main,
      `--db=${urlOf(name)}`,
      `--data=${project.dataDir}-${name}`,
      `--port=${project.port + 2}`,
      ...args
    ]
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    const ended = once(child, 'close').then(([code]) => code as number)
    let code: number | null = null
    ended.then((value) => {
      code = value
    })
    await expect.poll(() => code !== null || /is ready|"event":"ready"/.test(text), { timeout: 60_000 }).toBe(true)
    expect(text).not.toContain(password)
    expect(text).not.toContain(encodeURIComponent(password))
    const end = async (): Promise<void> => {
      if (code === null) child.kill('SIGINT')
      await ended
    }
    return { code, text, end }
  }

  const open = async <T>(name: string, work: (sql: ReturnType<typeof postgres>) => Promise<T>): Promise<T> => {
    const sql = postgres(urlOf(name), { max: 1, onnotice: () => undefined })
    try {
      return await work(sql)
    } finally {
      await sql.end()
    }
  }

  beforeAll(async () => {
    project = await createProject()
    if (!installation) return
    await mkdir(project.dataDir, { recursive: true })
    const place = placeCluster(project.dataDir)
    await initialise({ installation, place }, password)
    const cluster = await startCluster(installation, place, project.port + 1, project.log)
    stop = () => cluster.stop()
    admin = postgres(urlOf('postgres'), { onnotice: () => undefined, max: 1 })
    for (let ready = false; !ready; ) ready = await admin`select 1`.then(() => true).catch(() => sleep(50, false))
    for (const name of ['taxi', 'others', 'project']) await admin.unsafe(`create database ${name}`)
  })
  afterAll(async () => {
    await admin?.end()
    await stop?.()
    await project?.remove()
  })

  it('gets a preview of what would be created, and stays unchanged without --yes', async () => {
    const { code, text } = await start('taxi', '--no-web')
    expect(code).toBe(1)
    for (const part of [
      'schemas: auth, storage',
      'service_role',
      'postgis',
      'migrations: ',
      'Start with `--yes`',
      '***'
    ]) {
      expect(text).toContain(part)
    }
    const schemas = await open('taxi', (sql) => sql`select nspname from pg_namespace where nspname !~ '^(pg_|inf)'`)
    expect(schemas.map(({ nspname }) => nspname)).toEqual(['public'])
  })

  it('serves the whole stack after --yes, later without a question, and one stack at a time', async () => {
    const first = await start('taxi', '--no-web', '--yes', '--log=json')
    expect(first.code, first.text).toBe(null)
    const env = await readFile(join(`${project.dataDir}-taxi`, 'env'), 'utf8')
    const secret = /^SUPABASE_SECRET_KEY=(.*)$/m.exec(env)?.[1] ?? ''
    const client = createClient(`http://127.0.0.1:${project.port + 2}`, secret, { auth: { persistSession: false } })
    const { data, error } = await client.from('car_types').select('name')
    expect(error).toBe(null)
    // It may become a firm's: it never gets the demo.
    expect(data).toEqual([])
    const second = await start(
      'taxi',
      '--no-web',
      '--yes',
      `--port=${project.port + 6}`,
      `--data=${project.dataDir}-second`
    )
    expect(second.text).toContain('Another Hackney runs on this database')
    await first.end()
    const again = await start('taxi', '--no-web')
    expect(again.code, again.text).toBe(null)
    expect(again.text).not.toContain('Create this')
    await again.end()
  })

  it('is emptied only by --reset --yes, and never if it contains other objects', async () => {
    const asked = await start('taxi', '--reset', '--no-web')
    expect(asked.text).toContain('--reset on a database of your own needs --yes')
    await open('taxi', async (sql) => {
      await sql`create table public.of_others (id int)`
      await sql`insert into public.cancel_reasons (label) values ('Mine')`
    })
    const refused = await start('taxi', '--reset', '--yes', '--no-web')
    expect(refused.text).toContain('public.of_others, which Hackney did not make')
    expect(await open('taxi', (sql) => sql`select from public.cancel_reasons where label = 'Mine'`)).toHaveLength(1)
    await open('taxi', (sql) => sql`drop table public.of_others`)
    const done = await start('taxi', '--reset', '--yes', '--no-web')
    expect(done.code, done.text).toBe(null)
    await done.end()
    expect(await open('taxi', (sql) => sql`select from public.cancel_reasons where label = 'Mine'`)).toHaveLength(0)
  })

  it('is refused if it contains objects that Hackney did not create', async () => {
    await open('others', (sql) => sql`create table accounts (id int)`)
    const { code, text } = await start('others', '--yes', '--no-web')
    expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('holds public.accounts') })
    expect(text).toContain('Give an empty database.')
  })

  it('can belong to a Supabase project: only missing objects are added', async () => {
    // A project's initial state: the services' tables and roles, and nothing of the stack's.
    const made = await start('project', '--yes', '--no-web')
    await made.end()
    await open('project', (sql) =>
      sql.unsafe(`
        set session_replication_role = replica;
        drop schema stack, app, supabase_migrations cascade; drop schema public cascade;
        create schema public; grant usage on schema public to public; grant create on schema public to postgres;
        alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
        drop function realtime.probe, realtime.tg_messages__notify, realtime.read_feed, realtime.attend_feed,
          realtime.trim_feed cascade;
        drop table auth.one_time_codes, realtime.feed, realtime.feed_reader;
        truncate auth.users, storage.buckets, cron.job cascade;
        do $$ declare p record; begin
          for p in select policyname, schemaname, tablename from pg_policies where schemaname in ('realtime', 'storage') loop
            execute format('drop policy %I on %I.%I', p.policyname, p.schemaname, p.tablename);
          end loop; end $$;
        create table auth.kept (id int)`)
    )
    const { code, text, end } = await start('project', '--yes', '--no-web')
    expect(code, text).toBe(null)
    expect(text).toContain('functions and tables of its own in auth, storage and realtime')
    await end()
    const [row] = await open(
      'project',
      (sql) => sql`
      select to_regclass('auth.kept') is not null as kept, to_regclass('auth.one_time_codes') is not null as added,
        (select count(*)::int from pg_proc where proname = 'probe') as probe,
        (select awake_at is null from realtime.feed_reader) as followed`
    )
    expect(row).toEqual({ kept: true, added: true, probe: 1, followed: true })
    const reset = await start('project', '--reset', '--yes', '--no-web')
    expect(reset.text).toContain('Hackney did not make this database from nothing')
  })

  it('is reported with its error if the address is wrong, without the password', async () => {
    const { code, text } = await start('nowhere', '--yes', '--no-web')
    expect(code).toBe(1)
    expect(text).toMatch(/cannot be used: .*nowhere.* does not exist/)
  })
})
