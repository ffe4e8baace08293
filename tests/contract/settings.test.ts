/**
 * A test changes each setting of docs/use/settings.md and checks the effect: in SQL, on a page or in an edge function. The row of
 * a setting without an effect yet names the page that will use it. (tests/db/settings.test.ts: the page has each setting.)
 */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

const documented = [
  ...read('docs/use/settings.md').matchAll(/^\| `(\w+)` \| `[^`]*` \| (database|page|function|later) \| \S/gm)
].map(([, key = '', place = '']) => ({ key, place }))

const keysAt = (place: string): string[] => documented.filter((one) => one.place === place).map(({ key }) => key)

const sourceOf = (pattern: string, skip: RegExp): string =>
  find(pattern)
    .filter((file) => !skip.test(file))
    .map(read)
    .join('\n')

/** How many test names begin with each key. */
function flips(tests: string, name: RegExp): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, key = ''] of tests.matchAll(name)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const isIn = (source: string) => (key: string) => new RegExp(`\\b${key}\\b`).test(source)
const inSql = flips(read('tests/db/settings_flips.sql'), /, '(\w+): /g)
const onPages = flips(read('src/app/settings-flips.test.tsx'), /^(?:it\('| {2})(\w+)(?:', \(\) =>|: \[<)/gm)
const inFunctions = flips(sourceOf('supabase/functions/**/*_test.ts', /^$/), /['"](\w+): (?:on|off),/g)
// Without the office's form: it names every setting, but naming a setting is not an effect.
const readByPages = isIn(sourceOf('src/**/*.{ts,tsx}', /\.test\.|types\/|features\/settings\//))
const readByFunctions = isIn(sourceOf('supabase/functions/**/*.ts', /_test\.ts$/))

// Spec 3.57, 3.58, 3.59
it('settings of the database are tested both ways', () => {
  expect(keysAt('database').filter((key) => (inSql.get(key) ?? 0) < 2)).toEqual([])
})

// Spec 3.57, 3.58, 3.59
it('settings of pages are read and tested by pages', () => {
  expect(keysAt('page').filter((key) => !onPages.has(key) || !readByPages(key))).toEqual([])
})

// Spec 3.57, 3.58
it('settings of functions are read by functions and tested both ways', () => {
  expect(keysAt('function').filter((key) => (inFunctions.get(key) ?? 0) < 2 || !readByFunctions(key))).toEqual([])
})

it('settings marked as later have no effect yet', () => {
  expect(keysAt('later').filter((key) => inSql.has(key) || readByPages(key) || readByFunctions(key))).toEqual([])
})
