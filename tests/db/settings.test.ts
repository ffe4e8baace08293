/**
 * Every setting stands in docs/settings.md with its default and the place where it acts, and nothing else does. Each is
 * flipped by a test that sees its effect: in SQL, on a page, in an edge function, or it says which page will have it.
 */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import postgres from 'postgres'
import type { Report } from './run.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')

interface Told {
  key: string
  value: string
  place: string
}

const documented = (): Told[] =>
  [...read('docs/settings.md').matchAll(/^\| `(\w+)` \| `([^`]*)` \| (database|page|function|later) \| \S/gm)].map(
    ([, key = '', value = '', place = '']) => ({ key, value, place })
  )

const sourceOf = (pattern: string, skip: RegExp): string =>
  globSync(pattern, { cwd: root })
    .filter((file) => !skip.test(file))
    .map(read)
    .join('\n')

/** How often each key begins the name of a test. */
function flips(tests: string, name: RegExp): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, key = ''] of tests.matchAll(name)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function checkFlips(told: Told[], report: Report): void {
  const sql = flips(read('tests/db/settings_flips.sql'), /, '(\w+): /g)
  const pages = flips(read('src/app/settings-flips.test.tsx'), /^(?:it\('| {2})(\w+)(?:', \(\) =>|: \[<)/gm)
  const functions = flips(sourceOf('supabase/functions/**/*_test.ts', /^$/), /['"](\w+): (?:on|off),/g)
  const at = (place: string): string[] => told.filter((one) => one.place === place).map(({ key }) => key)
  const once = at('database').filter((key) => (sql.get(key) ?? 0) < 2)
  report(once.length === 0, 'what the database decides by is flipped, and seen both ways', once.join(', '))
  const unseen = at('page').filter((key) => !pages.has(key))
  report(unseen.length === 0, 'what a page decides by is flipped there', unseen.join(', '))
  const isIn = (source: string) => (key: string) => new RegExp(`\\b${key}\\b`).test(source)
  const readByPages = isIn(sourceOf('src/**/*.{ts,tsx}', /\.test\.|types\/database/))
  const unread = at('page').filter((key) => !readByPages(key))
  report(unread.length === 0, 'and read by one', unread.join(', '))
  const readByFunctions = isIn(sourceOf('supabase/functions/**/*.ts', /_test\.ts$/))
  const half = at('function').filter((key) => (functions.get(key) ?? 0) < 2 || !readByFunctions(key))
  report(half.length === 0, 'what a function decides by is read there, flipped, and seen both ways', half.join(', '))
  const due = at('later').filter((key) => sql.has(key) || readByPages(key) || readByFunctions(key))
  report(due.length === 0, 'what has an effect is no longer for later', due.join(', '))
}

/** Compares the columns of settings with the table of the page, and the page with the tests. */
export async function test(url: string, report: Report): Promise<void> {
  const told = documented()
  checkFlips(told, report)
  const pairs = told.map(({ key, value }) => `${key}=${value}`)
  const sql = postgres(url, { max: 1 })
  try {
    const rows = await sql<{ key: string; value: string }[]>`
      select column_name as key, coalesce(trim(both '''' from split_part(column_default, '::', 1)), '') as value
      from information_schema.columns
      where table_schema = 'public' and table_name = 'settings' and column_name not in ('id', 'updated_at')`
    const kept = rows.map(({ key, value }) => `${key}=${value}`)
    const missing = kept.filter((row) => !pairs.includes(row)).join(', ')
    report(missing === '', 'every setting is documented with its default', missing)
    const gone = pairs.filter((row) => !kept.includes(row)).join(', ')
    report(gone === '', 'and every documented one exists', gone)
  } finally {
    await sql.end()
  }
}
