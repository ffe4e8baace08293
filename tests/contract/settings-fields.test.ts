/** The office edits settings within the database's limits, with texts in every language. (Their columns: tests/db/settings.test.ts.) */
import { describe, expect, it } from 'vitest'
import { type Setting, settings } from '../../src/features/settings/fields.ts'
import { choices, patterns } from '../../src/types/limits.ts'
import { textLimits } from '../../src/types/text-limits.ts'
import { read } from './files.ts'

const ofKind = (...kinds: Setting['kind'][]) => settings.filter(({ kind }) => kinds.includes(kind))

describe('a setting’s control matches its column', () => {
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
