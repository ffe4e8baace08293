import { describe, expect, it } from 'vitest'
import { flatten, type Namespaces, placeholdersOf, referenceOf, soundTexts, textProblem, withTexts } from './model'

const english: Namespaces = {
  common: { save: 'Save', nav: { home: 'Home', login: 'Sign in' } },
  trips: {
    wait: '{{name}} waits {{time}}',
    cars_one: 'One car',
    cars_other: '{{count}} cars',
    reason: { 'My plans changed': 'My plans changed' }
  }
}
const reference = flatten(english)
const problem = (key: string, text: string, locale = 'en') => textProblem(key, text, reference, locale)

describe('flattened texts', () => {
  it('are found by namespace and path', () => {
    expect([...reference.keys()]).toContain('common.nav.home')
    expect(reference.get('trips.reason.My plans changed')).toBe('My plans changed')
  })
})

describe('a text of the operator', () => {
  it('replaces a built-in one with the same placeholders', () => {
    expect(problem('common.save', 'Keep')).toBeNull()
    expect(problem('trips.wait', '{{time}} for {{name}}, {{name}}!')).toBeNull()
  })

  it('is refused for an unknown key', () => {
    for (const key of ['common.gone', 'home', 'common', 'common.nav', 'common.constructor', '__proto__.save', '']) {
      expect([key, problem(key, 'x')]).toEqual([key, { kind: 'unknown_key' }])
    }
  })

  it('is refused with other placeholders', () => {
    expect(problem('trips.wait', '{{name}} waits')).toEqual({ kind: 'placeholders', missing: ['time'], extra: [] })
    expect(problem('common.save', 'Save {{constructor}}')).toEqual({
      kind: 'placeholders',
      missing: [],
      extra: ['constructor']
    })
  })

  it('is refused with braces that are no placeholder', () => {
    for (const text of [
      '{{',
      '{{- name}} {{time}}',
      '{{name, uppercase}}',
      '{{name.length}}',
      '{{{name}}',
      '{{ name }}'
    ]) {
      expect([text, problem('trips.wait', `${text} {{name}} {{time}}`)?.kind]).toEqual([text, 'placeholders'])
    }
    expect(placeholdersOf('a } b {c} }}')).toEqual([])
  })

  it('is refused if it refers to another text, which could loop', () => {
    expect(problem('common.save', '$t(common:save)')).toEqual({ kind: 'nesting' })
  })

  it('is refused without a visible character', () => {
    expect(problem('common.save', ' \n')).toEqual({ kind: 'blank' })
  })

  it('keeps markup unchanged', () => {
    const said = '<img src=x onerror=alert(1)>'
    expect(withTexts(english, soundTexts({ 'common.save': said }, reference, 'en')).common?.save).toBe(said)
  })
})

describe('a plural form', () => {
  it('may spell out one and two, but no other number', () => {
    expect(problem('trips.cars_one', 'A single car')).toBeNull()
    expect(problem('trips.cars_one', '{{count}} car')).toBeNull()
    expect(problem('trips.cars_other', 'Many cars')?.kind).toBe('placeholders')
    expect(problem('trips.cars_one', '{{name}}')?.kind).toBe('placeholders')
  })

  it('is known if the language has it, even if English does not', () => {
    expect(problem('trips.cars_few', '{{count}} samochody', 'pl')).toBeNull()
    expect(problem('trips.cars_few', '{{count}} cars', 'en')).toEqual({ kind: 'unknown_key' })
    expect(referenceOf('trips.cars_many', reference, 'ar')).toBe('{{count}} cars')
    expect(problem('common.save_few', 'x', 'pl')).toEqual({ kind: 'unknown_key' })
  })
})

describe('merged texts', () => {
  it('leave everything else as it was, and the original unchanged', () => {
    const before = structuredClone(english)
    const merged = withTexts(english, [
      ['common.nav.home', 'Start'],
      ['trips.reason.My plans changed', 'Not today']
    ])
    expect(merged.common).toEqual({ save: 'Save', nav: { home: 'Start', login: 'Sign in' } })
    expect(merged.trips?.reason).toEqual({ 'My plans changed': 'Not today' })
    expect(english).toEqual(before)
  })

  it('ignore each invalid override', () => {
    const texts = { 'common.save': 'Keep', 'common.nav.home': '{{x}}', 'common.__proto__': 'x' } as Record<
      string,
      string
    >
    expect(soundTexts(texts, reference, 'en')).toEqual([['common.save', 'Keep']])
    expect(soundTexts({ 'common.save': 7 } as never, reference, 'en')).toEqual([])
  })

  it('keep a translation of the firm’s own text whole', () => {
    const texts = { 'firm.Up to 5 kg. {{x}}': 'Bis 5 kg', 'firm.Cab': ' ' }
    const sound = soundTexts(texts, reference, 'en')
    expect(withTexts(english, sound).firm).toEqual({ 'Up to 5 kg. {{x}}': 'Bis 5 kg' })
  })

  it('form a new language if the page has none', () => {
    expect(withTexts({}, [['common.nav.home', 'خانه']])).toEqual({ common: { nav: { home: 'خانه' } } })
  })
})
