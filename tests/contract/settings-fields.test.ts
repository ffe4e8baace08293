/** The office can edit every setting of the database, within the database's limits, with texts in every language. */
import { describe, expect, it } from 'vitest'
import { type Setting, settings } from '../../src/features/settings/fields.ts'
import { choices, numberLimits, patterns } from '../../src/types/limits.ts'
import { textLimits } from '../../src/types/text-limits.ts'
import { columns, read } from './files.ts'

const kept = new Set(['id', 'updated_at', 'version'])
const stored = columns.filter(({ table, column }) => table === 'settings' && !kept.has(column))
const typeOf = (key: string) => stored.find(({ column }) => column === key)?.rest ?? ''
const ofKind = (...kinds: Setting['kind'][]) => settings.filter(({ kind }) => kinds.includes(kind))

it('every setting of the database is edited on one page, and no page edits others', () => {
  expect(settings.map(({ key }) => key).sort()).toEqual(stored.map(({ column }) => column).sort())
})

it('no setting is a secret, because visitors can read them all', () => {
  expect(stored.filter(({ column }) => /secret|token|password|_key$|^key_|api_/.test(column))).toEqual([])
})

describe('a setting’s control matches its column', () => {
  it('switches are boolean columns', () => {
    const boolean = stored.filter(({ rest }) => rest.startsWith('boolean')).map(({ column }) => column)
    expect([...ofKind('switch', 'fixed')].map(({ key }) => key).sort()).toEqual(boolean.sort())
  })

  it('numbers have the limits of the database, and integers no decimals', () => {
    const figures = ofKind('figure', 'money')
    expect(figures.map(({ key }) => key).sort()).toEqual(Object.keys(numberLimits.settings).sort())
    const whole = figures.filter((setting) => setting.kind === 'figure' && setting.decimals === 0)
    expect(whole.map(({ key }) => key).filter((key) => !typeOf(key).startsWith('integer'))).toEqual([])
    expect(figures.filter((setting) => !whole.includes(setting) && !typeOf(setting.key).startsWith('numeric'))).toEqual(
      []
    )
  })

  it('optional settings are nullable columns', () => {
    const optional = settings.filter((setting) => 'optional' in setting).map(({ key }) => key)
    expect(optional.sort()).toEqual(
      stored
        .filter(({ rest }) => !rest.includes('NOT NULL'))
        .map(({ column }) => column)
        .sort()
    )
  })

  it('choices have the values of the database', () => {
    expect(
      ofKind('choice')
        .map(({ key }) => key)
        .sort()
    ).toEqual(Object.keys(choices.settings).sort())
  })

  it('a text has a limit, a pattern, or is one of a list', () => {
    const texts = ofKind('text', 'country', 'currency').map(({ key }) => key)
    expect(texts.filter((key) => !(key in textLimits.settings) && !(key in patterns.settings))).toEqual([])
  })
})

describe.each(['en', 'de', 'ar'])('in %s', (language) => {
  const { field, group, wrong } = JSON.parse(read(`src/locales/${language}/portal/settings.json`))

  it('every setting has a name and a description, and every group a name', () => {
    expect(settings.filter(({ key }) => !field[key]?.label || !field[key]?.text).map(({ key }) => key)).toEqual([])
    expect(settings.filter((setting) => !group[setting.group])).toEqual([])
  })

  it('every switch with an effect describes it for on and off', () => {
    const later = new Set(
      [...read('docs/use/settings.md').matchAll(/^\| `(\w+)` \| `[^`]*` \| later/gm)].map(([, key]) => key)
    )
    const silent = ofKind('switch').filter(({ key }) => !later.has(key) && !(field[key].on && field[key].off))
    expect(silent.map(({ key }) => key)).toEqual([])
  })

  it('every value of a choice has a name and a described effect', () => {
    const words = Object.entries(choices.settings).flatMap(([key, list]) => list.map((word) => [key, word] as const))
    expect(words.filter(([key, word]) => !field[key].word[word] || !field[key].to[word])).toEqual([])
  })

  it('a text with a pattern says how to write it', () => {
    const typed = Object.keys(patterns.settings).filter((key) => ofKind('text').some((one) => one.key === key))
    expect(typed.filter((key) => !wrong[key])).toEqual([])
  })

  it('no texts of removed settings are left', () => {
    const keys = settings.map(({ key }) => key as string)
    expect(Object.keys(field).filter((key) => !keys.includes(key))).toEqual([])
  })
})
