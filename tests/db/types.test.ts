/** What the database says of itself stands in the generated types and in docs/data-model.md. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import postgres from 'postgres'
import type { Report } from './run.ts'

const words = (text: string): string =>
  text
    .replaceAll('*/', '* /')
    .replace(/[\s*]+/g, ' ')
    .trim()

/** Compares the comments of the schema public with src/types/database.ts. */
export async function test(url: string, report: Report): Promise<void> {
  const types = words(readFileSync(resolve(import.meta.dirname, '../../src/types/database.ts'), 'utf8'))
  const sql = postgres(url, { max: 1 })
  try {
    const rows = await sql<{ name: string; comment: string }[]>`
      select c.oid::regclass::text || coalesce('.' || a.attname, '') as name, d.description as comment
      from pg_description d join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass and c.relkind in ('r', 'v')
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
      where c.relnamespace = 'public'::regnamespace
        and not exists (select 1 from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
      union all
      select p.proname || '()', d.description from pg_description d join pg_proc p on p.oid = d.objoid and d.classoid = 'pg_proc'::regclass
      where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
        and not exists (select 1 from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')`
    const lost = rows.filter((row) => !types.includes(words(row.comment))).map((row) => row.name)
    report(rows.length > 300, 'tables, columns and functions are explained', `${rows.length}`)
    report(lost.length === 0, 'the generated types carry every explanation on', lost.join(', '))
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/data-model.md'), 'utf8')
    const tables = await sql<{ name: string }[]>`
      select case n.nspname when 'app' then 'app.' else '' end || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'app') and c.relkind in ('r', 'v')
        and not exists (select 1 from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`
    const untold = tables.filter(({ name }) => !page.includes(`\`${name}\``)).map(({ name }) => name)
    report(untold.length === 0, 'docs/data-model.md tells of every table', untold.join(', '))
  } finally {
    await sql.end()
  }
}
