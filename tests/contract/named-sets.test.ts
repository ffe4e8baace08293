/** Sets of values that rules speak of have a name: app.is_paid(status), or PAID in TypeScript, not a list of statuses. */
import { describe, expect, it } from 'vitest'
import { sourcePaths } from '../../scripts/migrations/sources.ts'
import { splitStatements } from '../../stack/database/statements.ts'
import { find, read, root } from './files.ts'

/** A set that stands more often gets a name. */
const MOST = 2

/** The values between quotes, in alphabetical order. */
const setOf = (text: string): string => (text.match(/'[\w.-]+'/g) ?? []).sort().join(', ')

/** Indexes and constraints keep their lists: a function that is replaced would not check or index the stored rows again. */
const keepsRows = (statement: string): boolean =>
  /^(\s|--[^\n]*\n)*(create (table|domain|type|(unique )?index)|alter table)\b/.test(statement)

const NAMED =
  /create function app\.(is_\w+)\((\w+) [\w.]+\) returns boolean language sql immutable parallel safe as \$\$\s*select \2 in \(([^)]*)\)\s*\$\$/
const LIST = /\bin\s*\(\s*('[\w.-]+'(?:\s*,\s*'[\w.-]+')+)\s*\)/g

const statements = (await sourcePaths(root)).flatMap((path) =>
  splitStatements(read(`supabase/${path.slice(2)}`)).map(({ text }) => ({ path, text }))
)
/** White space does not count: long lines are broken anywhere. */
const named = (text: string) => NAMED.exec(text.replace(/\s+/g, ' '))
const names = new Map<string, string>()
for (const { text } of statements) {
  const [, name, , values] = named(text) ?? []
  if (name && values) names.set(setOf(values), `app.${name}`)
}
const lists = statements
  .filter(({ text }) => !keepsRows(text) && !named(text))
  .flatMap(({ path, text }) => [...text.matchAll(LIST)].map(([, values = '']) => ({ path, set: setOf(values) })))

/** The lists of statuses in TypeScript that SQL has named, in the order of the generated file. */
const statuses = [...read('src/types/statuses.ts').matchAll(/export const (\w+): Statuses = (\[[^\]]*\])/g)].map(
  ([, name = '', list = '']) => ({ name, list: list.replace(/\s/g, '') })
)

describe('a set of values', () => {
  it('that has a name in SQL stands under its name in every rule', () => {
    expect(names.size).toBeGreaterThan(20)
    expect(lists.filter(({ set }) => names.has(set)).map(({ path, set }) => `${path}: ${names.get(set)}`)).toEqual([])
  })

  it('that stands in three rules of SQL has a name', () => {
    const counts = new Map<string, number>()
    for (const { set } of lists) counts.set(set, (counts.get(set) ?? 0) + 1)
    expect(lists.length).toBeGreaterThan(50)
    expect([...counts].filter(([, count]) => count > MOST).map(([set]) => set)).toEqual([])
  })

  it('of statuses that SQL has named is not listed again in TypeScript', () => {
    expect(statuses.length).toBeGreaterThan(10)
    const files = find('{src,sim,stack,supabase/functions}/**/*.{ts,tsx}').filter(
      (path) => path !== 'src/types/statuses.ts' && !/[._]test\.tsx?$/.test(path)
    )
    const again = files.flatMap((path) => {
      const text = read(path).replace(/\s/g, '')
      return statuses.filter(({ list }) => text.includes(list)).map(({ name }) => `${path}: ${name}`)
    })
    expect(again).toEqual([])
  })
})
