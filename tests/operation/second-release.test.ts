/**
 * Upgrades after a release: the sources change, `npm run migration` writes the next migrations, and they bring a database full
 * of data to the state that the sources would create.
 */
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { initialMigrations } from '../../scripts/migrations/sources.ts'
import { pending, release, unfinished, writeNext } from '../../scripts/migrations/write.ts'
import { seedLater } from '../../stack/database/later.ts'
import { createProject, type Kind, kinds, type Project } from '../../stack/testing/project.ts'
import type { Sql } from '../../stack/types.ts'
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

/** A project with this repository's sources, migrations and demo people. */
async function copied(): Promise<Project> {
  const project = await createProject()
  await cp(join(root, 'supabase'), join(project.root, 'supabase'), {
    recursive: true,
    filter: (path) => !/supabase\/(functions|seeds|\.temp|\.branches)(\/|$)/.test(path)
  })
  return project
}

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

async function madeAnew(project: Project, kind: Kind): Promise<string[]> {
  const fresh = await createProject(Object.fromEntries(await initialMigrations(project.root)))
  try {
    const { database } = await fresh.open(kind)
    const lines = await madeOf(database)
    await database.stop()
    return lines
  } finally {
    await fresh.remove()
  }
}

/** Adds or changes a column with a check, a status, a function's body and arguments, a policy, a view, a job, and an enum. */
async function secondRelease(project: Project): Promise<void> {
  await edit(project, 'pricing/records/1_car_types.sql', [
    '  constraint car_types_percentage',
    `  luggage integer not null default 2 check (luggage between 0 and 20),\n  constraint car_types_percentage`
  ])
  await edit(project, 'bookings/records/1_bookings.sql', [
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

describe.each(kinds)('a second release on %s', (kind) => {
  it('brings a database full of data to the state of the sources', async () => {
    const project = await copied()
    try {
      await expect(writeNext(project.root, 'early', new Date())).rejects.toThrow('Nothing was released')
      let opened = await project.open(kind)
      // The demo company's past, hundreds of bookings, takes two minutes, so only HACKNEY_FULL creates it.
      const hasPast = isFull && kind === 'native'
      if (hasPast) await seedLater(opened.database, root, project.log, new AbortController().signal)
      await opened.database.stop()
      await release(project.root)
      expect(await pending(project.root)).toBe(null)

      await secondRelease(project)
      const { files, open } = await writeNext(project.root, 'second', new Date('2026-12-01T10:00:00Z'))
      expect(files).toEqual(['supabase/migrations/20261201100000_second.sql'])
      expect(open).toEqual(['table public.car_types'])
      expect(await unfinished(project.root)).toEqual(['20261201100000_second.sql'])
      // An unfinished migration is not applied anywhere.
      await expect(project.open(kind)).rejects.toThrow('This migration is not finished: table public.car_types')

      const [second = ''] = files
      const written = await readFile(join(project.root, second), 'utf8')
      expect(written).toContain('--   + luggage integer not null default 2 check (luggage between 0 and 20)')
      const place = /-- WRITE HERE:[\s\S]*?\$place\$;/g
      const column =
        'alter table public.car_types add column luggage integer not null default 2 check (luggage between 0 and 20);'
      await project.write(second, written.replace(place, column))
      expect(await unfinished(project.root)).toEqual([])
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
      const third = await writeNext(project.root, 'third', new Date('2026-12-01T10:00:00Z'))
      expect(third).toEqual({
        files: ['supabase/migrations/20261201100001_third_values.sql', 'supabase/migrations/20261201100002_third.sql'],
        open: []
      })

      opened = await project.open(kind)
      expect(opened).toMatchObject({ fresh: false, applied: 3, seeded: false })
      expect(await opened.database.query('select from public.car_types where luggage <> 2')).toEqual([])
      const [people] = await opened.database.query<{ n: number }>('select count(*)::int as n from public.profiles')
      expect(people?.n).toBeGreaterThan(50)
      const [rides] = await opened.database.query<{ n: number }>('select count(*)::int as n from public.bookings')
      expect(rides?.n).toBeGreaterThanOrEqual(hasPast ? 300 : 0)
      const after = await madeOf(opened.database)
      await opened.database.stop()
      const anew = await madeAnew(project, kind)
      expect(anew.length).toBeGreaterThan(3000)
      expect(after.filter((line) => !anew.includes(line))).toEqual([])
      expect(anew.filter((line) => !after.includes(line))).toEqual([])
    } finally {
      await project.remove()
    }
  })
})
