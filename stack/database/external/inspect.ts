import { Failure } from '../../failure.ts'
import type { Sql } from '../../types.ts'

/**
 * Where a database's content comes from: `empty` (there is none), `ours` (the stack), `supabase` (a Supabase project) or
 * `foreign` (anything else).
 */
export type Origin = 'empty' | 'ours' | 'supabase' | 'foreign'

export interface Findings {
  origin: Origin
  /** Name of the database. */
  name: string
  /** The database user of the stack's connection. */
  user: string
  isSuperuser: boolean
  /** Whether pg_cron runs the jobs of this database, or can do so. */
  hasCron: boolean
  roles: Set<string>
  extensions: Set<string>
  /** Versions of the applied migrations. */
  applied: string[]
  /** Up to three foreign objects, for the error message. Empty if the database has our bootstrap or recorded migrations. */
  held: string[]
}

const oldest = 15

/** SQL that lists all objects that are neither PostgreSQL's own nor part of an extension. */
export const objects = `
  select n.nspname as schema, c.relname as name, c.oid, 'pg_class'::regclass::oid as class from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
  union all
  select n.nspname, p.proname, p.oid, 'pg_proc'::regclass::oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace`
export const notPostgres = `o.schema !~ '^(pg_|information_schema$)' and not exists (
  select from pg_depend d where d.classid = o.class and d.objid = o.oid and d.deptype = 'e')`

interface Row {
  version: number
  name: string
  user: string
  superuser: boolean
  postgis: string | null
  can_postgis: boolean
  cron: boolean
  roles: string[]
  extensions: string[]
  ours: boolean
  supabase: boolean
  recorded: boolean
}

const look = `
  select current_setting('server_version_num')::int / 10000 as version, current_database() as name, current_user as user,
    (select rolsuper from pg_roles where rolname = current_user) as superuser,
    (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = 'postgis') as postgis,
    exists (select from pg_available_extensions where name = 'postgis') as can_postgis,
    exists (select from pg_available_extensions where name = 'pg_cron')
      and current_setting('shared_preload_libraries') like '%pg_cron%'
      and current_setting('cron.database_name', true) = current_database() as cron,
    array(select rolname::text from pg_roles) as roles,
    array(select extname::text from pg_extension) as extensions,
    to_regclass('stack.bootstrap') is not null as ours,
    to_regclass('auth.users') is not null and to_regclass('storage.objects') is not null
      and to_regclass('realtime.messages') is not null as supabase,
    to_regclass('supabase_migrations.schema_migrations') is not null as recorded`

function check(row: Row): void {
  if (row.version < oldest) {
    throw new Failure(`The server is PostgreSQL ${row.version}.`, `Hackney needs ${oldest} or newer.`)
  }
  if (!row.can_postgis) {
    throw new Failure(
      'The server has no PostGIS.',
      'Install it there (Debian: postgresql-15-postgis-3), or start without --db.'
    )
  }
  if (row.postgis !== null && row.postgis !== 'extensions') {
    throw new Failure(
      `PostGIS is in the schema ${row.postgis} of this database; Hackney looks for it in extensions.`,
      'Give a new database, or drop the extension there first.'
    )
  }
}

/**
 * Examines a database without changing it.
 *
 * @throws Failure if the server is too old or has no suitable PostGIS.
 */
export async function inspect(sql: Sql): Promise<Findings> {
  const [row] = await sql.query<Row>(look)
  if (!row) throw new Error('the server answers nothing')
  check(row)
  const recorded = row.recorded
    ? await sql.query<{ version: string }>('select version from supabase_migrations.schema_migrations')
    : []
  // Look for foreign objects only if the database has neither our bootstrap nor recorded migrations. In a Supabase project look
  // only in the schema `public`.
  const others = row.supabase ? `and o.schema = 'public'` : ''
  const held =
    row.ours || recorded.length > 0
      ? []
      : await sql.query<{ found: string }>(
          `select o.schema || '.' || o.name as found from (${objects}) o where ${notPostgres} ${others} order by 1 limit 3`
        )
  const origin = row.ours ? 'ours' : held.length > 0 ? 'foreign' : row.supabase ? 'supabase' : 'empty'
  return {
    origin: origin === 'empty' && recorded.length > 0 ? 'foreign' : origin,
    name: row.name,
    user: row.user,
    isSuperuser: row.superuser,
    hasCron: row.cron,
    roles: new Set(row.roles),
    extensions: new Set(row.extensions),
    applied: recorded.map(({ version }) => version),
    held: held.map(({ found }) => found)
  }
}
