/**
 * All rows of a database as text, and a database filled with them: the used demo that each release keeps for rehearsing the
 * next one. Unlike a dump of pg_dump it loads into both engines.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Database, Sql } from '../../stack/types.ts'

/** Schemas whose rows belong to a firm: its data, its accounts and its files. */
export const dataSchemas = ['public', 'app', 'auth', 'storage'] as const

export interface TableRows {
  /** Qualified, and quoted where needed, such as `public.bookings`. */
  table: string
  /** Names and types of the stored columns; computed ones are left out. */
  columns: [name: string, type: string][]
  /** The values in the order of the columns, in PostgreSQL's text form. */
  rows: (string | null)[][]
}

export interface Rows {
  /** Names of the migrations of that database, oldest first. */
  migrations: string[]
  tables: TableRows[]
  /** The last value of each sequence that was used. */
  sequences: [name: string, value: string][]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Found {
  name: string
  columns: [name: string, type: string][]
}

/** Tables of the schemas with their stored columns; none of extensions, and no partitions. */
async function tablesOf(sql: Sql): Promise<Found[]> {
  const found = await sql.query<{ name: string; columns: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum)::text as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any ($1::text[])
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.oid, n.nspname, c.relname order by n.nspname, c.relname`,
    [`{${dataSchemas.join(',')}}`]
  )
  return found.map(({ name, columns }) => ({ name, columns: JSON.parse(columns) }))
}

/**
 * Reads all rows at one moment, since the jobs of the database go on. Each table's are sorted, so that two reads of the same
 * rows are equal.
 */
export const readRows = (database: Database): Promise<Rows> =>
  database.transaction(async (tx) => {
    await tx.exec('set transaction isolation level repeatable read')
    return readAll(tx)
  })

async function readAll(sql: Sql): Promise<Rows> {
  const tables: TableRows[] = []
  for (const { name, columns } of await tablesOf(sql)) {
    const texts = columns.map(([column]) => `${quoted(column)}::text`).join(', ')
    // An array, because a function takes at most 100 columns.
    const [all] = await sql.query<{ rows: string }>(
      `select coalesce(json_agg(t.r order by t.r::text), '[]')::text as rows
       from (select to_json(array[${texts}]) as r from ${name}) t`
    )
    tables.push({ table: name, columns, rows: JSON.parse(all?.rows ?? '[]') })
  }
  const migrations = await sql.query<{ file: string }>(
    `select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations order by version`
  )
  const sequences = await sql.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname = any ($1::text[]) and last_value is not null order by 1`,
    [`{${dataSchemas.join(',')}}`]
  )
  return {
    migrations: migrations.map(({ file }) => file),
    tables,
    sequences: sequences.map(({ name, value }) => [name, value])
  }
}

/** Rows that go to the database at once. */
const batch = 500

/**
 * Replaces all rows of a database that has the same tables. Triggers and foreign keys rest meanwhile, so only a superuser may
 * do this.
 */
export async function writeRows(sql: Sql, { tables, sequences }: Rows): Promise<void> {
  await sql.exec(`set local session_replication_role = replica`)
  const present = await tablesOf(sql)
  for (const { name } of present) await sql.exec(`delete from ${name} where true`)
  for (const { table, columns, rows } of tables) {
    const names = columns.map(([name]) => quoted(name)).join(', ')
    const values = columns.map(([, type], at) => `(r.v ->> ${at})::${type}`).join(', ')
    for (let at = 0; at < rows.length; at += batch) {
      await sql.query(
        `insert into ${table} (${names}) overriding system value
         select ${values} from jsonb_array_elements($1::jsonb) r (v)`,
        [JSON.stringify(rows.slice(at, at + batch))]
      )
    }
  }
  for (const [name, value] of sequences) await sql.query('select setval($1::regclass, $2::bigint)', [name, value])
}

/** The rows as a small file. Its repetitions are far apart, so it needs a large window: gzip takes twice the space. */
export function packRows(rows: Rows): Buffer {
  const text = JSON.stringify(rows)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length
  }
  return brotliCompressSync(text, { params })
}

export const unpackRows = (file: Buffer): Rows => JSON.parse(brotliDecompressSync(file).toString())

/** The rows with only some columns, sorted again. */
function only(table: TableRows, columns: readonly string[]): string[] {
  const places = columns.map((column) => table.columns.findIndex(([name]) => name === column))
  return table.rows.map((row) => JSON.stringify(places.map((at) => row[at]))).sort()
}

export interface Differences {
  /** Tables and columns that are gone, and tables with fewer rows, as `-- loses:` names them. */
  lost: string[]
  /** Tables in which a value of an earlier column is another one. */
  changed: string[]
}

/** What an update has done to rows that were there before it. */
export function compareRows(before: Rows, after: Rows): Differences {
  const lost: string[] = []
  const changed: string[] = []
  for (const table of before.tables) {
    const now = after.tables.find((one) => one.table === table.table)
    const key = table.table
    if (!now) {
      lost.push(key)
      continue
    }
    const common = table.columns.flatMap(([name]) => (now.columns.some(([one]) => one === name) ? [name] : []))
    for (const [name] of table.columns) if (!common.includes(name)) lost.push(`${key}.${name}`)
    if (now.rows.length < table.rows.length) lost.push(`rows of ${key}`)
    const [one, other] = [only(table, common), new Set(only(now, common))]
    if (one.some((row) => !other.has(row))) changed.push(key)
  }
  return { lost, changed }
}
