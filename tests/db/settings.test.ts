/** The columns of the settings are on one page of the office, with controls of their types, and in docs/use/settings.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Setting, settings } from '../../src/features/settings/fields.ts'
import { numberLimits } from '../../src/types/limits.ts'
import { ask } from './support/outcomes.ts'

interface Column {
  name: string
  type: string
  nullable: boolean
  /** The SQL of the default; null for none. */
  value: string | null
}

let columns: Column[]
beforeAll(async () => {
  columns = await ask<Column>(`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
      pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = 'public.settings'::regclass and a.attnum > 0 and not a.attisdropped
      and a.attname not in ('id', 'updated_at', 'version')`)
  expect(columns.length).toBeGreaterThan(50)
})

const keysOf = (list: readonly Setting[]): string[] => list.map(({ key }) => key as string).sort()
const ofKind = (...kinds: Setting['kind'][]) => settings.filter(({ kind }) => kinds.includes(kind))
const namesOf = (is: (column: Column) => boolean): string[] =>
  columns
    .filter(is)
    .map(({ name }) => name)
    .sort()
const typeOf = (key: string) => columns.find(({ name }) => name === key)?.type ?? ''

it('every setting of the database is edited on one page, and no page edits others', () => {
  expect(keysOf(settings)).toEqual(namesOf(() => true))
})

it('no setting is a secret, because visitors can read them all', () => {
  expect(namesOf(({ name }) => /secret|token|password|_key$|^key_|api_/.test(name))).toEqual([])
})

describe('a setting’s control matches its column', () => {
  it('switches are boolean columns', () => {
    expect(keysOf(ofKind('switch', 'fixed'))).toEqual(namesOf(({ type }) => type === 'boolean'))
  })

  it('numbers have the limits of the database, and integers no decimals', () => {
    const figures = ofKind('figure', 'money')
    expect(keysOf(figures)).toEqual(Object.keys(numberLimits.settings).sort())
    const whole = figures.filter((setting) => setting.kind === 'figure' && setting.decimals === 0)
    expect(keysOf(whole).filter((key) => typeOf(key) !== 'integer')).toEqual([])
    expect(figures.filter((setting) => !whole.includes(setting) && !typeOf(setting.key).startsWith('numeric'))).toEqual(
      []
    )
  })

  it('optional settings are nullable columns', () => {
    expect(keysOf(settings.filter((setting) => 'optional' in setting))).toEqual(namesOf(({ nullable }) => nullable))
  })
})

// Spec 3.57, 3.58, 3.59, 9.3
it('docs/use/settings.md has every setting with its default, and no others', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/use/settings.md'), 'utf8')
  const rows = page.matchAll(/^\| `(\w+)` \| `([^`]*)` \| (?:database|page|function|later) \| \S/gm)
  const documented = [...rows].map(([, key, value]) => `${key}=${value}`)
  const kept = columns.map(({ name, value }) => `${name}=${value?.split('::')[0]?.replace(/^'|'$/g, '') ?? ''}`)
  expect(documented.sort()).toEqual(kept.sort())
})
