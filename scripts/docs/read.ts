import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { root } from '../catalogue.ts'
import { sourcePaths } from '../migrations/sources.ts'

/** A foreign key. A view has none. */
export interface Reference {
  columns: string[]
  to: string
  /** Whether a row may refer to nothing. */
  isOptional: boolean
  /** Whether at most one row refers to the same target. */
  isUnique: boolean
}

/** A table or view of `public`, or of `app` with its schema in the name. */
export interface Table {
  name: string
  isView: boolean
  about: string
  /** The names of the policies by which clients read it, such as "riders read their own bookings". */
  readers: string[]
  /** The columns of the primary key and of foreign keys. */
  keys: { name: string; type: string; isPrimary: boolean; isForeign: boolean }[]
  references: Reference[]
}

/** Reads our tables and views, without those of extensions. */
export async function readTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    with ours as (select c.oid, c.relkind = 'v' as is_view, case n.nspname when 'app' then 'app.' else '' end || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'app') and c.relkind in ('r', 'p', 'v')
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')),
    keys as (select k.conrelid, k.contype, k.conkey, k.confrelid, k.conname from pg_constraint k where k.contype in ('p', 'u', 'f'))
    select o.name, o.is_view as "isView", coalesce(obj_description(o.oid, 'pg_class'), '') as about,
      coalesce((select json_agg(p.polname order by p.polname) from pg_policy p
        where p.polrelid = o.oid and p.polcmd in ('r', '*')), '[]') as readers,
      coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'isPrimary', a.attnum = any (p.columns), 'isForeign', a.attnum = any (f.columns)) order by a.attnum)
        from pg_attribute a,
          (select coalesce(array_agg(x), '{}') as columns from keys, unnest(conkey) x where conrelid = o.oid and contype = 'p') p,
          (select coalesce(array_agg(x), '{}') as columns from keys, unnest(conkey) x where conrelid = o.oid and contype = 'f') f
        where a.attrelid = o.oid and a.attnum = any (p.columns || f.columns)), '[]') as keys,
      coalesce((select json_agg(json_build_object('to', r.name,
          'columns', (select json_agg(a.attname order by x.n) from unnest(k.conkey) with ordinality x (num, n)
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.num),
          'isOptional', exists (select 1 from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and not a.attnotnull),
          'isUnique', exists (select 1 from keys u where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey <@ k.conkey)
        ) order by k.conname)
        from keys k join ours r on r.oid = k.confrelid where k.conrelid = o.oid and k.contype = 'f'), '[]') as "references"
    from ours o order by o.name`
}

/** The names of tables and views by domain, the folder of supabase/schemas that creates them. */
export async function readDomains(): Promise<Map<string, string[]>> {
  const domains = new Map<string, string[]>()
  for (const path of await sourcePaths(root)) {
    const [, , domain = ''] = path.split('/')
    const source = await readFile(join(root, 'supabase', path), 'utf8')
    const created = source.matchAll(/^create (?:unlogged )?(?:table|view) (?:public\.|(app\.))(\w+)/gim)
    const names = [...created].map(([, schema = '', name = '']) => schema + name)
    domains.set(domain, [...(domains.get(domain) ?? []), ...names])
  }
  return domains
}

/** A change of status and its actors; `from` is null for a new booking. */
export interface Transition {
  from: string | null
  to: string
  actors: string[]
}

/** A function that runs after a booking was created or moved, with its comment. */
export interface Step {
  name: string
  about: string
}

/** The data of `docs/reference/booking-life.md`. */
export interface Life {
  transitions: Transition[]
  columns: string[]
  created: Step[]
  moved: Step[]
  triggers: { name: string; when: string }[]
}

async function readSteps(sql: Sql, name: string): Promise<Step[]> {
  const [row] = await sql<{ body: string }[]>`
    select p.prosrc as body from pg_proc p where p.oid = to_regproc(${`app.${name}`})`
  const calls = [...(row?.body ?? '').matchAll(/perform app\.(\w+)\(/g)].map(([, called = '']) => called)
  const comments = await sql<{ name: string; about: string | null }[]>`
    select p.proname as name, obj_description(p.oid, 'pg_proc') as about from pg_proc p
    where p.pronamespace = 'app'::regnamespace and p.proname = any (${calls})`
  return calls.map((called) => ({
    name: called,
    about: comments.find((comment) => comment.name === called)?.about ?? ''
  }))
}

/** Reads the life of a booking from a migrated database. */
export async function readLife(sql: Sql): Promise<Life> {
  const transitions = await sql<Transition[]>`
    select t.from_status as "from", t.to_status as "to", array_agg(t.actor order by t.id) as actors
    from public.booking_transitions t group by 1, 2 order by min(t.id)`
  const triggers = await sql<{ name: string; when: string }[]>`
    select t.tgname as name, regexp_replace(pg_get_triggerdef(t.oid), '^CREATE TRIGGER \\S+ (.*) ON public\\.bookings .*$', '\\1') as "when"
    from pg_trigger t where t.tgrelid = 'public.bookings'::regclass and not t.tgisinternal order by t.tgtype & 2 desc, 1`
  return {
    transitions: [...transitions],
    columns: (
      await sql<{ name: string }[]>`select c.name::text as name from app.booking_move_columns c order by 1`
    ).map(({ name }) => name),
    created: await readSteps(sql, 'booking_created'),
    moved: await readSteps(sql, 'booking_moved'),
    triggers: [...triggers]
  }
}
