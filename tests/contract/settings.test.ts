/** Every setting has an effect: a test changes it and sees the difference, in SQL, on a page or in an edge function. */
import { expect, it } from 'vitest'
import { readGroups } from '../../scripts/docs/settings.ts'
import { settings } from '../../src/features/staff/settings/model/fields.ts'
import { find, read, textsOf } from './files.ts'

/** How many test names begin with each key. */
function flips(tests: string, name: RegExp): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, key = ''] of tests.matchAll(name)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const inSql = flips(read('tests/db/settings_flips.sql'), /, '(\w+): /g)
const onPages = flips(read('src/app/settings-flips.test.tsx'), /^(?:it\('| {2})(\w+)(?:', \(\) =>|: \[<)/gm)
const functionTests = find('supabase/functions/**/*_test.ts').map(read).join('\n')
const inFunctions = flips(functionTests, /['"](\w+): (?:on|off),/g)

// Spec 3.57, 3.58, 3.59, 9.3
it('every setting is tested with two values', () => {
  expect(inSql.size).toBeGreaterThan(50)
  const isFlipped = (key: string) => (inSql.get(key) ?? 0) > 1 || onPages.has(key) || (inFunctions.get(key) ?? 0) > 1
  expect(settings.map(({ key }) => key).filter((key) => !isFlipped(key))).toEqual([])
})

it('the settings stand in their source in the groups of their page', async () => {
  const { group: names } = textsOf('en', 'settings')
  const ofPage = new Map<string, string[]>()
  for (const { key, group } of settings) {
    const name = names[group] ?? group
    ofPage.set(name, [...(ofPage.get(name) ?? []), key])
  }
  // A group of a later release stands at the end of the table.
  const sorted = (groups: Map<string, string[]>) =>
    [...groups].map(([group, keys]) => [group, keys.toSorted()] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(sorted(await readGroups())).toEqual(sorted(ofPage))
})
