import { afterEach, describe, expect, it } from 'vitest'
import { Failure } from '../failure.ts'
import { createProject, kinds, type Project } from '../testing/project.ts'
import type { OpenDatabase } from './open-database.ts'

const first = '20260101000000_first.sql'
const second = '20260102000000_second.sql'

describe.each(kinds)('a database on %s', (kind) => {
  let project: Project
  let opened: OpenDatabase | undefined

  const start = async (migrations: Record<string, string>, seed?: string): Promise<OpenDatabase> => {
    project = await createProject(migrations, seed)
    opened = await project.open(kind)
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
