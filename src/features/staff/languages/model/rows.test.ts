import { describe, expect, it } from 'vitest'
import {
  allTexts,
  filterRows,
  type Ground,
  keysOf,
  mergeTexts,
  progressOf,
  rowsOf,
  storedTexts,
  textsOfFile,
  toJson
} from './rows'

const english = new Map([
  ['common.save', 'Save'],
  ['common.wait', 'Wait {{time}}'],
  ['trips.cars_one', 'One car'],
  ['trips.cars_other', '{{count}} cars']
])
const german = new Map([
  ['common.save', 'Speichern'],
  ['common.wait', 'Warten {{time}}'],
  ['trips.cars_one', 'Ein Auto'],
  ['trips.cars_other', '{{count}} Autos']
])
const bundled: Ground = { locale: 'de', own: german, english, fallback: english, firm: [], isDefault: false }
const made: Ground = { locale: 'pl', own: null, english, fallback: german, firm: ['Cab'], isDefault: false }
const stateOf = (ground: Ground, texts: Record<string, string>) =>
  Object.fromEntries(rowsOf(ground, texts).map(({ key, state, problem }) => [key, problem?.kind ?? state]))

describe('the rows of a language', () => {
  it('show what the operator changed in a built-in language', () => {
    expect(stateOf(bundled, { 'common.save': 'Sichern', 'common.wait': 'Warten {{time}}' })).toEqual({
      'common.save': 'changed',
      'common.wait': 'same',
      'trips.cars_one': 'same',
      'trips.cars_other': 'same'
    })
  })

  it('show what is missing in another language, for each of its plural forms', () => {
    expect(keysOf(made)).toEqual(expect.arrayContaining(['trips.cars_one', 'trips.cars_few', 'trips.cars_many']))
    const states = stateOf(made, {
      'common.save': 'Zapisz',
      'trips.cars_few': '{{count}} auta',
      'common.wait': 'Warten {{time}}'
    })
    expect(states).toMatchObject({
      'common.save': 'changed',
      'common.wait': 'missing',
      'trips.cars_few': 'changed',
      'trips.cars_many': 'missing'
    })
    expect(rowsOf(made, {}).find(({ key }) => key === 'trips.cars_few')?.shown).toBe('{{count}} Autos')
  })

  it('tell how much of a language is translated, and call nothing complete that lacks a text', () => {
    const whole = Object.fromEntries(keysOf(made).map((key) => [key, `Tak ${key}`]))
    const { 'common.save': _, ...most } = whole
    const shares = [{}, { 'common.save': 'Zapisz', 'common.old': 'x' }, most, whole].map((texts) =>
      progressOf(rowsOf(made, texts))
    )
    expect(shares).toEqual([0, 1 / 7, 1 - 1 / 7, 1].map((share) => expect.closeTo(share, 9)))
    const many = Array.from({ length: 1000 }, (_, nr) => rowsOf(made, nr > 0 ? whole : {})[0] ?? [])
    expect(progressOf(many.flat())).toBe(0.99)
  })

  it('show which texts pages cannot use', () => {
    const texts = { 'common.save': '{{x}}', 'common.wait': 'x'.repeat(10_000), 'common.old': 'x', constructor: 'y' }
    expect(stateOf(bundled, texts)).toMatchObject({
      'common.save': 'placeholders',
      'common.wait': 'too_long',
      'common.old': 'unused',
      constructor: 'unused'
    })
  })

  it('are found by page, by state and by their text', () => {
    const rows = rowsOf(bundled, { 'common.save': 'Sichern', 'common.old': 'x' })
    const keys = (by: Partial<Parameters<typeof filterRows>[1]>) =>
      filterRows(rows, { filter: 'all', namespace: null, search: '', ...by }).map(({ key }) => key)
    expect(keys({ namespace: 'trips' })).toEqual(['trips.cars_one', 'trips.cars_other'])
    expect(keys({ namespace: 'trips', search: ' SICH' })).toEqual(['common.save'])
    expect(keys({ filter: 'unused' })).toEqual(['common.old'])
    expect(keys({ filter: 'changed', search: 'cars' })).toEqual([])
  })
})

describe('the firm’s own texts', () => {
  const firm: Ground = { ...bundled, firm: ['Cab', 'Up to 5 kg. Fragile', 'Van'] }
  it('are missing until they are translated, also by the same word', () => {
    const texts = { 'firm.Cab': 'Taxi', 'firm.Van': 'Van', 'firm.Gone': 'x' }
    expect(stateOf(firm, texts)).toMatchObject({
      'firm.Cab': 'changed',
      'firm.Van': 'changed',
      'firm.Up to 5 kg. Fragile': 'missing',
      'firm.Gone': 'unused'
    })
    expect(stateOf({ ...firm, isDefault: true }, {})).toMatchObject({ 'firm.Cab': 'same' })
    expect(storedTexts(texts, german)).toEqual(texts)
  })

  it('may contain what a page’s text may not, and come back from a file', () => {
    const texts = { 'firm.Cab': 'Taxi {{x}} $t(a)' }
    expect(stateOf(firm, texts)['firm.Cab']).toBe('changed')
    const file = toJson({ 'firm.Up to 5 kg. Fragile': 'Bis 5 kg' })
    expect(textsOfFile(JSON.parse(file))).toEqual({ 'firm.Up to 5 kg. Fragile': 'Bis 5 kg' })
    expect(textsOfFile({ firm: { 'Up to 5 kg. Fragile': 'Bis 5 kg' } })).toEqual({
      'firm.Up to 5 kg. Fragile': 'Bis 5 kg'
    })
  })
})

describe('the stored texts', () => {
  it('omit empty texts and those equal to built-in ones', () => {
    const texts = { 'common.save': 'Speichern', 'common.wait': ' ', 'trips.cars_one': 'Ein Wagen' }
    expect(storedTexts(texts, german)).toEqual({ 'trips.cars_one': 'Ein Wagen' })
    expect(storedTexts({ 'common.save': 'Save' }, null)).toEqual({ 'common.save': 'Save' })
  })
})

describe('a file of texts', () => {
  it('can be nested or flat', () => {
    const texts = textsOfFile({ 'common.save': 'A', trips: { cars_one: 'B', list: ['x'], n: 1 } })
    expect(texts).toEqual({ 'common.save': 'A', 'trips.cars_one': 'B' })
  })

  it('for a translator contains every text of the pages', () => {
    expect(Object.keys(allTexts(rowsOf(bundled, { 'common.old': 'x' })))).toEqual([...german.keys()])
    expect(toJson({ b: '1', a: '2' })).toBe('{\n  "a": "2",\n  "b": "1"\n}')
  })
})

describe('the merge of two admins’ texts', () => {
  it('keeps the other’s changes elsewhere, and mine where both changed', () => {
    const base = { a: '1', b: '1', c: '1', d: '1' }
    const mine = { a: '2', b: '1', d: '2' }
    const theirs = { a: '1', b: '3', c: '3', d: '3', e: '3' }
    expect(mergeTexts(base, mine, theirs)).toEqual({ a: '2', b: '3', d: '2', e: '3' })
  })
})
