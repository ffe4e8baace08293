/**
 * Upgrades after a release: the sources change, `npm run migration` writes the next migrations, and they bring a database full
 * of data to the state that the sources would create.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { namedLosses } from '../../scripts/migrations/losses.ts'
import { apiPath, demoPath, readList, releasedFolder } from '../../scripts/migrations/released.ts'
import { hashOf, initialMigrations, migrationNames } from '../../scripts/migrations/sources.ts'
import { faults, pending, record, recordRelease, writeNext } from '../../scripts/migrations/write.ts'
import { fill, leaveTraces, playDemo } from '../../scripts/release/demo.ts'
import { compareRows, packRows, type Rows, readRows, unpackRows } from '../../scripts/release/rows.ts'
import { splitStatements } from '../../stack/database/statements.ts'
import { createProject, type Kind, kinds, type Project } from '../../stack/testing/project.ts'
import type { Database, Sql } from '../../stack/types.ts'
import { isFull } from '../support/full.ts'

const root = join(import.meta.dirname, '../..')

/** The definitions of everything in public and app, one line each; privileges in a fixed order. */
const catalogue = `
  with own as (select oid, nspname from pg_namespace where nspname in ('public', 'app'))
  select line from (
    select format('function %s %s %s', pg_get_functiondef(p.oid), obj_description(p.oid, 'pg_proc'),
      array(select a::text from unnest(coalesce(p.proacl, '{}')) a order by 1)) as line
    from pg_proc p join own on own.oid = p.pronamespace where p.prokind in ('f', 'p')
    union all
    select format('relation %s %s %s %s %s', c.oid::regclass, c.relkind, c.relrowsecurity, obj_description(c.oid, 'pg_class'),
      array(select a::text from unnest(coalesce(c.relacl, '{}')) a order by 1))
    from pg_class c join own on own.oid = c.relnamespace
    union all
    select format('column %s %s %s %s %s %s %s', c.oid::regclass, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum))
    from pg_class c join own on own.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    union all
    select format('view %s %s', c.oid::regclass, pg_get_viewdef(c.oid))
    from pg_class c join own on own.oid = c.relnamespace where c.relkind = 'v'
    union all
    select format('constraint %s %s %s', coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text), conname, pg_get_constraintdef(o.oid))
    from pg_constraint o join own on own.oid = o.connamespace where o.contype <> 't'
    union all
    select format('index %s %s', pg_get_indexdef(i.indexrelid), obj_description(i.indexrelid, 'pg_class'))
    from pg_index i join pg_class c on c.oid = i.indexrelid join own on own.oid = c.relnamespace
    union all
    select format('policy %s', p) from pg_policies p where p.schemaname in ('public', 'app', 'realtime', 'storage')
    union all
    select format('trigger %s %s', pg_get_triggerdef(t.oid), obj_description(t.oid, 'pg_trigger'))
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join own on own.oid = c.relnamespace where not t.tgisinternal
    union all
    select format('value %s %s %s', enumtypid::regtype, row_number() over (partition by enumtypid order by enumsortorder), enumlabel) from pg_enum
    union all
    select format('job %s %s %s', jobname, schedule, command) from cron.job) lines
  order by line`

const madeOf = async (sql: Sql): Promise<string[]> =>
  (await sql.query<{ line: string }>(catalogue)).map(({ line }) => line)

/** A project with this repository's sources and migrations, released if it was not. */
async function copied(): Promise<Project> {
  const project = await createProject()
  await cp(join(root, 'supabase'), join(project.root, 'supabase'), {
    recursive: true,
    filter: (path) => !/supabase\/(functions|seeds|seed.sql|tests|\.temp|\.branches)(\/|$)/.test(path)
  })
  await cp(join(root, 'stack/database/bootstrap'), join(project.root, 'stack/database/bootstrap'), { recursive: true })
  if (await readList(project.root)) return project
  await expect(writeNext(project.root, 'early', new Date())).rejects.toThrow('Nothing was released')
  await mkdir(join(project.root, releasedFolder), { recursive: true })
  await project.write(apiPath, '{}')
  await recordRelease(project.root, '0.2.0', hashOf('{}'))
  return project
}

/** Bookings that are played for the rehearsal where no release has left a used demo: each takes a second or more. */
const played = 4

/** Generates the beginning of the demo's past. */
async function playSome(database: Database): Promise<void> {
  const run = (sql: string) =>
    database.transaction(async (tx) => {
      await tx.exec('set local role postgres')
      await tx.exec(sql)
    })
  for (const file of ['1_routes', '2_plan', '3_steps', '4_stories', '5_company', '6_play']) {
    const sql = await readFile(join(root, `supabase/seeds/${file}.sql`), 'utf8')
    let left = played
    for (const { text } of splitStatements(sql)) {
      if (!/^select seed\.play_next\(/.test(text) || left-- > 0) await run(text)
    }
  }
}

/** Rows of a used demo: those that the last release has left, else some that are made now. */
async function usedRows(): Promise<Rows> {
  const file = await readFile(join(root, demoPath)).catch(() => null)
  if (file) return unpackRows(file)
  const project = await copied()
  try {
    await cp(join(root, 'supabase/seed.sql'), join(project.root, 'supabase/seed.sql'))
    const { database } = await project.open(kinds[0] ?? 'pglite')
    // The demo company's past, hundreds of bookings, takes minutes.
    await (isFull ? playDemo(database, root, project.log) : playSome(database).then(() => leaveTraces(database)))
    const rows = await readRows(database)
    await database.stop()
    return unpackRows(packRows(rows))
  } finally {
    await project.remove()
  }
}

/** A project whose database is as a firm has left it at the version of the rows, with files. It is stopped. */
async function usedProject(kind: Kind, rows: Rows): Promise<Project> {
  const project = await copied()
  const folder = join(project.root, 'supabase/migrations')
  const later = (await migrationNames(project.root)).filter((name) => !rows.migrations.includes(name))
  for (const name of later) await rename(join(folder, name), join(folder, `${name}.later`))
  const { database } = await project.open(kind)
  // Its jobs would go on with what is due.
  await database.exec('update cron.job set active = false where true')
  await fill(database, rows)
  expect(compareRows(rows, await readRows(database))).toEqual({ lost: [], changed: [] })
  await database.stop()
  for (const name of later) await rename(join(folder, `${name}.later`), join(folder, name))
  await mkdir(join(project.dataDir, 'storage/objects'), { recursive: true })
  await writeFile(join(project.dataDir, 'storage/objects/photo'), 'bytes')
  return project
}

/** What no update may touch: money, accounts and sessions, and the list of files. */
const untouched = /^(public\.ledger_\w+|auth\.\w+|storage\.objects)$/

/** Compares the rows after an update with those before, and with what the migrations say. */
async function expectKept(project: Project, before: Rows, database: Database): Promise<void> {
  const after = await readRows(database)
  const { lost, changed } = compareRows(before, after)
  const named: string[] = []
  for (const name of after.migrations.filter((one) => !before.migrations.includes(one))) {
    const sql = await readFile(join(project.root, 'supabase/migrations', name), 'utf8')
    named.push(...namedLosses(sql).keys())
  }
  expect(lost.filter((key) => !named.includes(key))).toEqual([])
  expect(changed.filter((key) => untouched.test(key))).toEqual([])
  expect(await readFile(join(project.dataDir, 'storage/objects/photo'), 'utf8')).toBe('bytes')
}

const countOf = ({ tables }: Rows, name: string): number => tables.find(({ table }) => table === name)?.rows.length ?? 0

/** Replaces text in a source. Fails if the text is missing. */
async function edit(project: Project, file: string, ...changes: [from: string, to: string][]): Promise<void> {
  const path = `supabase/schemas/${file}`
  let text = await readFile(join(project.root, path), 'utf8')
  for (const [from, to] of changes) {
    expect(text, file).toContain(from)
    text = text.replace(from, () => to)
  }
  await project.write(path, text)
}

/** Runs `work` on a new database of the project's sources. */
async function onAnew<T>(project: Project, kind: Kind, work: (database: Database) => Promise<T>): Promise<T> {
  const fresh = await createProject(Object.fromEntries(await initialMigrations(project.root)))
  try {
    const { database } = await fresh.open(kind)
    try {
      return await work(database)
    } finally {
      await database.stop()
    }
  } finally {
    await fresh.remove()
  }
}

function run(
  program: string,
  args: string[],
  env: Record<string, string> = {}
): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: 290_000, maxBuffer: 2 ** 26 }
    execFile(process.execPath, [program, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: `${out}${err}` })
    )
  })
}

/** Adds or changes a column with a check, a status, a function's body and arguments, a policy, a view, a job, and an enum. */
async function secondRelease(project: Project): Promise<void> {
  await edit(project, 'pricing/records/1_car_types.sql', [
    '  constraint car_types_percentage',
    `  rehearsed integer not null default 2 check (rehearsed between 0 and 20),\n  constraint car_types_percentage`
  ])
  await edit(project, 'bookings/records/0_booking_status.sql', [
    `'PAYMENT_PENDING', 'NEW'`,
    `'PAYMENT_PENDING', 'PAUSED', 'NEW'`
  ])
  await edit(
    project,
    'base/kernel/1_basics.sql',
    ['6371008.8', '6371000'],
    [
      'create function app.random_letters(length integer)',
      'create function app.random_letters(length integer, first integer default 65)'
    ],
    ['app.random_letters(integer) is', 'app.random_letters(integer, integer) is'],
    ['chr(65 +', 'chr(random_letters.first +'],
    ['now() + c."offset" as at', 'now() + c."offset" as at, c."offset" as turned']
  )
  await edit(
    project,
    'base/kernel/2_settings.sql',
    [
      'create policy "visitors read the settings" on public.settings for select to anon using (true)',
      'create policy "visitors read the settings" on public.settings for select to anon using (id is not null)'
    ],
    ['create policy "people read the languages" on public.languages for select to authenticated using (true);', '']
  )
  await edit(project, 'base/wiring/1_cron.sql', ['37 * * * *', '38 * * * *'])
  await edit(project, 'base/wiring/1_plain_texts.sql', [
    '\n\n',
    `\n\ncreate type app.mood as enum ('calm', 'busy');\n\n`
  ])
}

/** Writes two further migrations of the changed sources, with what only a person can write. */
async function writeUpdates(project: Project): Promise<void> {
  await secondRelease(project)
  const { files, open } = await writeNext(project.root, 'second', new Date('2036-12-01T10:00:00Z'))
  expect(files).toEqual(['supabase/migrations/20361201100000_second.sql'])
  expect(open).toEqual(['table public.car_types'])
  expect(await faults(project.root)).toEqual(
    expect.arrayContaining(['supabase/migrations/20361201100000_second.sql has places to write'])
  )
  const [second = ''] = files
  const written = await readFile(join(project.root, second), 'utf8')
  expect(written).toContain('--   + rehearsed integer not null default 2 check (rehearsed between 0 and 20)')
  const place = /-- WRITE HERE:[\s\S]*?\$place\$;/g
  const column =
    'alter table public.car_types add column rehearsed integer not null default 2 check (rehearsed between 0 and 20);'
  // A column that is lost needs a line that says so.
  await project.write(second, written.replace(place, `alter table public.car_types drop column name;\n${column}`))
  expect(await record(project.root)).toEqual([])
  expect(await faults(project.root)).toEqual(
    expect.arrayContaining([expect.stringContaining(`${second} loses public.car_types.name`)])
  )
  await project.write(second, written.replace(place, column))
  expect(await record(project.root)).toEqual([second])
  expect(await faults(project.root)).toEqual([])
  expect(await pending(project.root)).toBe(null)

  // A third release: an enum value, which needs a migration of its own, and a function that uses it.
  await edit(
    project,
    'base/wiring/1_plain_texts.sql',
    [`('calm', 'busy')`, `('calm', 'brisk', 'busy')`],
    [
      `'busy');\n`,
      `'busy');\n\ncreate function app.mood() returns app.mood language sql stable set search_path = '' as $$ select 'brisk'::app.mood $$;\n`
    ]
  )
  expect(await writeNext(project.root, 'third', new Date('2036-12-01T10:00:00Z'))).toEqual({
    files: ['supabase/migrations/20361201100001_third_values.sql', 'supabase/migrations/20361201100002_third.sql'],
    open: []
  })
  expect(await faults(project.root)).toEqual([])
}

describe('an update from the release before', () => {
  let rows: Rows
  beforeAll(async () => {
    rows = await usedRows()
    for (const table of ['public.bookings', 'public.ledger_entries', 'public.chat_messages', 'auth.sessions']) {
      expect(countOf(rows, table), table).toBeGreaterThan(0)
    }
    expect(countOf(rows, 'storage.objects')).toBeGreaterThan(0)
  })

  it.each(kinds)('brings a database full of data on %s to the state of the sources', async (kind) => {
    const project = await usedProject(kind, rows)
    try {
      const present = await project.open(kind)
      await expectKept(project, rows, present.database)
      const before = await readRows(present.database)
      await present.database.stop()

      await writeUpdates(project)
      const { database, ...opened } = await project.open(kind)
      expect(opened).toMatchObject({ fresh: false, applied: 3, seeded: false })
      expect(project.lines.filter((line) => line.includes('database.updated'))).not.toEqual([])
      await expectKept(project, before, database)
      expect(compareRows(before, await readRows(database))).toEqual({ lost: [], changed: [] })
      expect(await database.query('select from public.car_types where rehearsed <> 2')).toEqual([])
      const after = await madeOf(database)
      await onAnew(project, kind, async (fresh) => {
        const anew = await madeOf(fresh)
        expect(anew.length).toBeGreaterThan(3000)
        expect(after.filter((line) => !anew.includes(line))).toEqual([])
        expect(anew.filter((line) => !after.includes(line))).toEqual([])
        if (fresh.url === null || database.url === null) return
        // The second judge knows more kinds of objects than our comparison.
        const delta = join(root, 'node_modules/@supabase/pg-delta/dist/cli/main.js')
        const { code, text } = await run(delta, ['diff', '--source', database.url, '--desired', fresh.url])
        expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('No differences') })
      })
      await database.stop()
    } finally {
      await project.remove()
    }
  })

  it.runIf(kinds.includes('native'))('comes to the same by the push of the Supabase CLI', async () => {
    const project = await usedProject('native', rows)
    try {
      const { database } = await project.open('native')
      const before = await readRows(database)
      await writeUpdates(project)
      const address = new URL(database.url ?? '')
      address.username = 'postgres'
      address.searchParams.set('sslmode', 'disable')
      const cli = join(root, 'node_modules/supabase/dist/supabase.js')
      const quiet = { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', HOME: project.root, CI: '1' }
      // Files that git ignores or that the copy leaves out are not needed for a push.
      const pushed = await run(cli, ['db', 'push', '--yes', '--workdir', project.root, '--db-url', address.href], quiet)
      expect(pushed.code, pushed.text).toBe(0)
      await expectKept(project, before, database)
      expect(compareRows(before, await readRows(database))).toEqual({ lost: [], changed: [] })
      const after = await madeOf(database)
      await database.stop()
      const anew = await onAnew(project, 'native', madeOf)
      expect(after.filter((line) => !anew.includes(line))).toEqual([])
      expect(anew.filter((line) => !after.includes(line))).toEqual([])
      // The embedded stack goes on with a database that was pushed to.
      const again = await project.open('native')
      expect(again).toMatchObject({ applied: 0, seeded: false })
      await again.database.stop()
    } finally {
      await project.remove()
    }
  })
})
