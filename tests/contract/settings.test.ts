/**
 * Every setting stands in docs/settings.md with its default and the place where it acts, and nothing else does. Each is
 * flipped by a test that sees its effect: in SQL, on a page, in an edge function, or it says which page will have it.
 */
import { expect, it } from 'vitest'
import { columns, find, read } from './files.ts'

const documented = [
  ...read('docs/settings.md').matchAll(/^\| `(\w+)` \| `([^`]*)` \| (database|page|function|later) \| \S/gm)
].map(([, key = '', value = '', place = '']) => ({ key, value, place }))

const keysAt = (place: string): string[] => documented.filter((one) => one.place === place).map(({ key }) => key)

const sourceOf = (pattern: string, skip: RegExp): string =>
  find(pattern)
    .filter((file) => !skip.test(file))
    .map(read)
    .join('\n')

/** How often each key begins the name of a test. */
function flips(tests: string, name: RegExp): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, key = ''] of tests.matchAll(name)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const isIn = (source: string) => (key: string) => new RegExp(`\\b${key}\\b`).test(source)
const inSql = flips(read('tests/db/settings_flips.sql'), /, '(\w+): /g)
const onPages = flips(read('src/app/settings-flips.test.tsx'), /^(?:it\('| {2})(\w+)(?:', \(\) =>|: \[<)/gm)
const inFunctions = flips(sourceOf('supabase/functions/**/*_test.ts', /^$/), /['"](\w+): (?:on|off),/g)
// The office's form names every setting; that is no effect.
const readByPages = isIn(sourceOf('src/**/*.{ts,tsx}', /\.test\.|types\/|features\/settings\//))
const readByFunctions = isIn(sourceOf('supabase/functions/**/*.ts', /_test\.ts$/))

it('what the database decides by is flipped, and seen both ways', () => {
  expect(keysAt('database').filter((key) => (inSql.get(key) ?? 0) < 2)).toEqual([])
})

it('what a page decides by is read by one, and flipped there', () => {
  expect(keysAt('page').filter((key) => !onPages.has(key) || !readByPages(key))).toEqual([])
})

it('what a function decides by is read there, flipped, and seen both ways', () => {
  expect(keysAt('function').filter((key) => (inFunctions.get(key) ?? 0) < 2 || !readByFunctions(key))).toEqual([])
})

it('what has an effect is no longer for later', () => {
  expect(keysAt('later').filter((key) => inSql.has(key) || readByPages(key) || readByFunctions(key))).toEqual([])
})

it('every setting is documented with its default, and nothing else is', () => {
  const kept = columns
    .filter(({ table, column }) => table === 'settings' && !['id', 'updated_at', 'version'].includes(column))
    .map(({ column, rest }) => {
      const [, value = ''] = / DEFAULT (.*?)(?: NOT NULL.*)?$/.exec(rest) ?? []
      return `${column}=${value.split('::')[0]?.replace(/^'|'$/g, '')}`
    })
  expect(documented.map(({ key, value }) => `${key}=${value}`).sort()).toEqual(kept.sort())
})
