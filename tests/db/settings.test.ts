/**
 * Every setting stands in docs/settings.md with its default and the place where it acts, and nothing else does. Each is
 * flipped by a test that sees its effect: in SQL, on a page, or it says which page will have it.
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
  [...read('docs/settings.md').matchAll(/^\| `(\w+)` \| `([^`]*)` \| (database|page|later) \| \S/gm)].map(
    ([, key = '', value = '', place = '']) => ({ key, value, place })
  )

/** How often each key begins the name of a test. */
function flips(file: string, name: RegExp): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, key = ''] of read(file).matchAll(name)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function checkFlips(told: Told[], report: Report): void {
  const sql = flips('tests/db/settings_flips.sql', /, '(\w+): /g)
  const pages = flips('src/app/settings-flips.test.tsx', /^(?:it\('| {2})(\w+)(?:', \(\) =>|: \[<)/gm)
  const at = (place: string): string[] => told.filter((one) => one.place === place).map(({ key }) => key)
  const once = at('database').filter((key) => (sql.get(key) ?? 0) < 2)
  report(once.length === 0, 'what the database decides by is flipped, and seen both ways', once.join(', '))
  const unseen = at('page').filter((key) => !pages.has(key))
  report(unseen.length === 0, 'what a page decides by is flipped there', unseen.join(', '))
  const source = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.|types\/database/.test(file))
    .map(read)
    .join('\n')
  const unread = at('page').filter((key) => !new RegExp(`\\b${key}\\b`).test(source))
  report(unread.length === 0, 'and read by one', unread.join(', '))
  const due = at('later').filter((key) => sql.has(key) || new RegExp(`\\b${key}\\b`).test(source))
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
      select column_name as key, trim(both '''' from split_part(column_default, '::', 1)) as value
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
