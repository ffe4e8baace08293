import { describe, expect, it } from 'vitest'
import type { Reference, Table } from './read.ts'
import { split, writeTables } from './tables.ts'

const table = (name: string, ...references: (Partial<Reference> & { to: string })[]): Table => ({
  name,
  isView: false,
  about: '',
  readers: [],
  keys: [
    { name: 'id', type: 'uuid', isPrimary: true, isForeign: false },
    ...references.map(({ to }) => ({ name: `${to}_id`, type: 'uuid', isPrimary: false, isForeign: true }))
  ],
  references: references.map(({ to, ...rest }) => ({
    to,
    columns: [`${to}_id`],
    isOptional: false,
    isUnique: false,
    ...rest
  }))
})

describe('the page of tables', () => {
  const tables = [
    table('profiles'),
    table('drivers', { to: 'profiles', isUnique: true }),
    table('bookings', { to: 'profiles' }, { to: 'drivers', isOptional: true }),
    table('app.codes', { to: 'bookings' }),
    table('app.clock')
  ]
  const page = writeTables(
    tables,
    new Map([
      ['people', ['profiles', 'drivers']],
      ['bookings', ['bookings', 'app.codes', 'app.clock']]
    ])
  )

  it('draws how many rows belong together, and quotes names with a dot', () => {
    expect(page).toContain('profiles ||--o| drivers : ""')
    expect(page).toContain('drivers |o--o{ bookings : ""')
    expect(page).toContain('bookings ||--o{ "app.codes" : ""')
  })

  it('names a key to profiles in its row outside of the domain, instead of a line', () => {
    expect(page).toContain('uuid profiles_id FK "profiles"')
    expect(page).not.toContain('profiles ||--o{ bookings')
  })

  it('lists a table without keys below the diagram', () => {
    expect(page).toContain('Without a key to another table: `app.clock`.')
  })

  it('fails for a table that no source creates', () => {
    expect(() =>
      writeTables([...tables, table('strange')], new Map([['all', tables.map(({ name }) => name)]]))
    ).toThrow('strange')
  })
})

describe('a large domain', () => {
  const many = (centre: string, count: number) =>
    Array.from({ length: count }, (_, index) => table(`${centre}_${index}`, { to: centre }))

  it('is split around the tables to which many refer, its own first', () => {
    const parts = split([
      table('payments', { to: 'bookings' }),
      ...many('payments', 6),
      ...many('bookings', 8),
      table('x')
    ])
    expect(parts.map(({ about, tables }) => [about, tables.length])).toEqual([
      ['Around payments', 7],
      ['Around bookings', 8],
      ['The others', 1]
    ])
  })

  it('stays one diagram while it is small', () => {
    expect(split(many('bookings', 9)).map(({ about }) => about)).toEqual([null])
  })
})
