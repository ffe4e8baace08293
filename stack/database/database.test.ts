import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Failure } from '../failure.ts'
import { createProject, kinds, type Project } from '../testing/project.ts'
import { createDatabase, resetDatabase } from './index.ts'
import { seedLater } from './later.ts'
import type { OpenDatabase } from './open-database.ts'

const first = '20260101000000_first.sql'
const second = '20260102000000_second.sql'

describe.each(kinds)('a database on %s', (kind) => {
  let project: Project
  let opened: OpenDatabase | undefined

  const start = async (migrations: Record<string, string>, seed?: string, demo = true): Promise<OpenDatabase> => {
    project = await createProject(migrations, seed)
    opened = await project.open(kind, demo)
    return opened
  }
  const restart = async (): Promise<OpenDatabase> => {
    await opened?.database.stop()
    opened = undefined
    opened = await project.open(kind)
    return opened
  }
  afterEach(async () => {
    await opened?.database.stop()
    opened = undefined
    await project.remove()
  })

  it('applies migrations and seed once and records them as the Supabase CLI does', async () => {
    const { database, applied, seeded } = await start(
      { [first]: 'create table t (id int);\ncreate index on t (id);', [second]: 'insert into t values (1);' },
      'insert into t values (2);'
    )
    expect({ applied, seeded }).toEqual({ applied: 2, seeded: true })
    const recorded = await database.query('select * from supabase_migrations.schema_migrations order by version')
    expect(recorded).toEqual([
      { version: '20260101000000', name: 'first', statements: ['create table t (id int)', 'create index on t (id)'] },
      { version: '20260102000000', name: 'second', statements: ['insert into t values (1)'] }
    ])
    const again = await restart()
    expect(again).toMatchObject({ applied: 0, seeded: false, fresh: false })
    expect(await again.database.query('select id from t order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('reports file, line, column and statement of a failing migration and applies nothing of it', async () => {
    await start({ [first]: 'create table t (id int);' })
    await project.write(
      `supabase/migrations/${second}`,
      'insert into t values (1);\n\n-- Not yet.\ninsert into t\n  values (nonsense);'
    )
    const refusal = await restart().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Failure)
    expect((refusal as Failure).message).toMatch(
      /^supabase\/migrations\/20260102000000_second\.sql:5:11: column "nonsense" does not exist.*insert into t$/
    )
    await project.write(`supabase/migrations/${second}`, 'select 1;')
    const { database } = await restart()
    expect(await database.query('select * from t')).toEqual([])
  })

  it('reports a migration that changed since it ran, and how to fix that', async () => {
    await start({ [first]: 'create table t (id int);' })
    await project.write(`supabase/migrations/${first}`, 'create table t (id bigint);')
    const refusal = await restart().catch((error: unknown) => error)
    expect((refusal as Failure).message).toBe(`supabase/migrations/${first} has changed since it was applied.`)
    expect((refusal as Failure).remedy).toContain('npm start -- --reset')
  })

  // Opens the database five times.
  it('rolls back everything of a failing migration, and nothing of the one before', async () => {
    await start({ [first]: 'create table t (id int primary key); insert into t values (1);' })
    const third = 'supabase/migrations/20260103000000_third.sql'
    await project.write(`supabase/migrations/${second}`, 'create table w ();')
    await opened?.database.stop()
    opened = undefined
    const half = 'alter table t add column a int; create table u (); update t set id = 2;'
    await project.write(third, `${half} select 1/0; drop table t;`)
    await expect(project.open(kind)).rejects.toThrow('division by zero')
    // This one fails only when it is committed.
    const deferred = 'create table v (t int references t deferrable initially deferred); insert into v values (7);'
    await project.write(third, `${half} ${deferred}`)
    await expect(project.open(kind)).rejects.toThrow('violates foreign key')
    await project.write(third, 'select 1;')
    opened = await project.open(kind)
    const [found] = await opened.database.query(
      `select to_regclass('public.u') as u, to_regclass('public.v') as v, to_regclass('public.w')::text as w,
         (select json_agg(t) from t)::text as rows`
    )
    expect(found).toEqual({ u: null, v: null, w: 'w', rows: '[{"id":1}]' })
  }, 180_000)

  it('refuses a migration with a statement that no transaction can hold, before any runs', async () => {
    await start({ [first]: 'create table t (id int);' })
    await project.write(`supabase/migrations/${second}`, 'insert into t values (1);')
    await project.write('supabase/migrations/20260103000000_third.sql', 'select 1;\n-- Now.\ncommit;')
    await expect(restart()).rejects.toThrow('third.sql:3:1: the statement `commit` controls the transaction')
    await rm(join(project.root, 'supabase/migrations/20260103000000_third.sql'))
    await rm(join(project.root, 'supabase/migrations', second))
    const { database } = await restart()
    expect(await database.query('select * from t')).toEqual([])
  })

  it('says which migrations an update of a used database runs', async () => {
    await start({ [first]: 'create table t (id int);' })
    expect(project.lines.join('\n')).not.toContain('database.updating')
    await project.write(`supabase/migrations/${second}`, 'insert into t values (1);')
    await restart()
    expect(project.lines.join('\n')).toContain(`database.updating migration=supabase/migrations/${second} number=1/1`)
  })

  it('is refused without a loss when it is newer than the product', async () => {
    await start({ [first]: 'create table t (id int);', [second]: 'insert into t values (1);' })
    await rm(join(project.root, 'supabase/migrations', second))
    const refusal = (await restart().catch((error: unknown) => error)) as Failure
    expect(refusal.message).toContain('newer than this version of the product: it has migration 20260102000000')
    expect(refusal.remedy).not.toContain('--reset')
  })

  it('gets the seed only when it is new, never with an update', async () => {
    await start({ [first]: 'create table t (id int);' })
    await project.write('supabase/seed.sql', 'insert into t values (1);')
    await project.write(`supabase/migrations/${second}`, 'alter table t add column a int;')
    const { database, seeded } = await restart()
    expect(seeded).toBe(false)
    expect(await database.query('select * from t')).toEqual([])
  })

  it('gets the seed at the next start if the first one ended before it', async () => {
    await start({ [first]: 'create table t (id int);' }, 'insert into t values (1);').catch(() => undefined)
    await opened?.database.exec('delete from t where true; delete from supabase_migrations.seed_files where true')
    const { database, seeded } = await restart()
    expect(seeded).toBe(true)
    expect(await database.query('select * from t')).toEqual([{ id: 1 }])
  })

  it('gets no seed as a firm, also not by a later start', async () => {
    await start({ [first]: 'create table t (id int);' }, 'insert into t values (1);', false)
    const { database, seeded } = await restart()
    expect(seeded).toBe(false)
    expect(await database.query('select * from t')).toEqual([])
  })

  it('ends an interrupted generation of the demo past before an update', async () => {
    await start({ [first]: 'create table t (id int);' }, 'insert into t values (1);')
    await opened?.database.exec(`create schema seed authorization postgres; create view seed.v as select id from t;
      insert into supabase_migrations.seed_files values ('supabase/seeds/1_one.sql', 'x')`)
    await mkdir(join(project.root, 'supabase/seeds'))
    for (const name of ['1_one', '2_two'])
      await project.write(`supabase/seeds/${name}.sql`, 'insert into t values (2);')
    await project.write(`supabase/migrations/${second}`, 'alter table t alter column id type bigint;')
    const { database } = await restart()
    await seedLater(database, project.root, project.log, new AbortController().signal)
    expect(await database.query('select id::int from t')).toEqual([{ id: 1 }])
    expect(await database.query(`select from pg_namespace where nspname = 'seed'`)).toEqual([])
  })

  it('keeps its engine when no engine is named', async () => {
    await start({ [first]: 'create table t (id int);' })
    await opened?.database.stop()
    const { dataDir, root, log, port } = project
    opened = await createDatabase({ dataDir, root, log, port: port + 1 })
    expect(opened).toMatchObject({ fresh: false, database: { kind } })
  })

  describe('of before the first release', () => {
    const release = () => project.write('supabase/released/files', `supabase/migrations/${first} x\n= 0.2.0 x\n`)
    const prepare = async (): Promise<void> => {
      await start({ [first]: 'create table t (id int); insert into t values (1);' })
      await mkdir(join(project.dataDir, 'storage'), { recursive: true })
      await writeFile(join(project.dataDir, 'storage/photo'), 'bytes')
      await mkdir(join(project.root, 'supabase/released'))
      await release()
      await project.write(`supabase/migrations/${first}`, 'create table t (id bigint);')
    }

    it('is refused with what to do', async () => {
      await prepare()
      const refusal = (await restart().catch((error: unknown) => error)) as Failure
      expect(refusal.message).toContain('is from before version 0.2.0')
      expect(refusal.remedy).toContain('`npm start -- --reset` to put it aside')
    })

    it('is put aside by a reset, with its files, and can be opened there', async () => {
      await prepare()
      await opened?.database.stop()
      const aside = resetDatabase(project.dataDir, project.root) ?? ''
      expect(aside).toBe(join(project.dataDir, 'before-0.2.0'))
      expect(await readFile(join(aside, 'storage/photo'), 'utf8')).toBe('bytes')
      opened = await project.open(kind)
      expect(opened.fresh).toBe(true)
      expect(await opened.database.query('select * from t')).toEqual([])
      await opened.database.stop()
      // Now it is a database of a release, which a reset deletes.
      expect(resetDatabase(project.dataDir, project.root)).toBe(null)
      await project.write(`supabase/migrations/${first}`, 'create table t (id int); insert into t values (1);')
      opened = await createDatabase({
        kind,
        dataDir: aside,
        port: project.port + 1,
        root: project.root,
        log: project.log
      })
      expect(await opened.database.query('select * from t')).toEqual([{ id: 1 }])
    })

    it('is deleted by a reset while there is no release', async () => {
      await prepare()
      await opened?.database.stop()
      opened = undefined
      await rm(join(project.root, 'supabase/released'), { recursive: true })
      expect(resetDatabase(project.dataDir, project.root)).toBe(null)
      expect(await readdir(project.dataDir)).not.toContain('before-0.2.0')
    })
  })

  it('has the objects of a Supabase project that migrations need', async () => {
    const { database } = await start({
      [first]: `
        create extension if not exists postgis with schema extensions;
        create extension if not exists pg_cron;
        create extension if not exists btree_gist with schema extensions;
        create table places (id int primary key, at extensions.geography(point));
        create function on_user() returns trigger language plpgsql as $$ begin return new; end $$;
        create trigger on_user after insert on auth.users for each row execute function on_user();
        create policy "all" on realtime.messages for select to authenticated using (true);
        create policy "all" on storage.objects for select to authenticated using (true);
        insert into storage.buckets (id, name) values ('b', 'b');
        select cron.schedule('nightly', '0 3 * * *', 'select 1');`
    })
    const [table] = await database.query(`select tableowner, has_table_privilege('anon', 'places', 'select') as anon
      from pg_tables where tablename = 'places'`)
    expect(table).toEqual({ tableowner: 'postgres', anon: true })
    expect(await database.query('select jobname, username from cron.job')).toEqual([
      { jobname: 'nightly', username: 'postgres' }
    ])
  })

  it('rolls a transaction back when its function throws, and returns JSON and errors in one form', async () => {
    const { database } = await start({ [first]: 'create table t (id int, j jsonb, at timestamptz default now());' })
    const work = database.transaction(async (tx) => {
      await tx.query('insert into t values ($1, $2)', [1, '{"a":[1]}'])
      await tx.query('select 1/0')
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await database.query('select count(*) as n from t')).toEqual([{ n: 0 }])
    await database.query('insert into t values ($1, $2)', [1, '{"a":[1]}'])
    const [row] = await database.query<{ j: unknown; at: unknown; t: string }>(
      'select j, at, jsonb_typeof(j) as t from t'
    )
    expect(row).toMatchObject({ j: { a: [1] }, t: 'object' })
    expect(row?.at).toBeInstanceOf(Date)
  })

  it('delivers notifications outside the transaction that caused them', async () => {
    const { database } = await start({})
    let hear: (rows: unknown) => void
    const heard = new Promise((resolve) => {
      hear = resolve
    })
    const end = await database.listen('news', (payload) =>
      hear(database.query('select $1::text as payload', [payload]))
    )
    await database.transaction(async (tx) => {
      await tx.query(`select pg_notify('news', 'hello')`)
    })
    expect(await heard).toEqual([{ payload: 'hello' }])
    await end()
  })
})

describe.runIf(kinds.includes('native'))('the private cluster', () => {
  it('runs migrations as postgres without superuser', async () => {
    const project = await createProject({
      [first]: `do $$ begin
      if (select rolsuper from pg_roles where rolname = current_user) then raise 'superuser'; end if; end $$;
      create role helper;`
    })
    const { database } = await project.open('native')
    const [row] = await database.query(`select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication
      from pg_roles where rolname = 'postgres'`)
    await database.stop()
    await project.remove()
    expect(row).toEqual({
      rolsuper: false,
      rolcreaterole: true,
      rolcreatedb: true,
      rolbypassrls: true,
      rolreplication: true
    })
  })
})
