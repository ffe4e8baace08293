/** Every setting stands in docs/settings.md with its default and the place where it acts, and nothing else does. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import postgres from 'postgres'
import type { Report } from './run.ts'

/** Compares the columns of settings with the table of the page. */
export async function test(url: string, report: Report): Promise<void> {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/settings.md'), 'utf8')
  const told = [...page.matchAll(/^\| `(\w+)` \| `([^`]*)` \| (?:database|page) \| \S/gm)]
    .map(([, key = '', value = '']) => `${key}=${value}`)
    .sort()
  const sql = postgres(url, { max: 1 })
  try {
    const rows = await sql<{ key: string; value: string }[]>`
      select column_name as key, trim(both '''' from split_part(column_default, '::', 1)) as value
      from information_schema.columns
      where table_schema = 'public' and table_name = 'settings' and column_name not in ('id', 'updated_at')`
    const kept = rows.map(({ key, value }) => `${key}=${value}`).sort()
    const missing = kept.filter((row) => !told.includes(row)).join(', ')
    report(missing === '', 'every setting is documented with its default', missing)
    const gone = told.filter((row) => !kept.includes(row)).join(', ')
    report(gone === '', 'and every documented one exists', gone)
  } finally {
    await sql.end()
  }
}
