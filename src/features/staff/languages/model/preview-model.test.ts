import { expect, it } from 'vitest'
import { neighboursOf, partOf, sampleOf } from './preview-model'

const rows = ['a.b.title', 'a.b.text', 'a.b.save', 'a.b.cars_one', 'a.b.cars_other', 'a.c.save'].map((key) => ({
  key,
  shown: key,
  text: undefined,
  problem: null,
  state: 'same' as const
}))

it('a preview fills in the placeholders, a number by the plural form', () => {
  expect(sampleOf('a.wait', '{{name}} at {{time}}, {{other}}', 'en')).toBe('Anna Meier at 14:32, ‹other›')
  expect(sampleOf('a.cars_one', '{{count}} car', 'en')).toBe('1 car')
  expect(sampleOf('a.cars_few', '{{count}} auta', 'pl')).toBe('2 auta')
  expect(sampleOf('a.cars_zero', '{{count}}', 'ar')).toBe('0')
  expect(sampleOf('a.b', '{{constructor}}', 'en')).toBe('‹constructor›')
})

it('a preview shows a text among those of its group, with one form of other plurals', () => {
  expect(neighboursOf(rows, 'a.b.save').map(({ key }) => key)).toEqual([
    'a.b.title',
    'a.b.text',
    'a.b.save',
    'a.b.cars_other'
  ])
  expect(neighboursOf(rows, 'a.b.cars_one').map(({ key }) => key)).toContain('a.b.cars_other')
  expect(neighboursOf(rows, 'a.c.save').map(({ key }) => key)).toEqual(['a.c.save'])
})

it('a preview styles a text by its key', () => {
  expect([partOf('a.title', 'x'), partOf('a.hint', 'x'), partOf('a.save', 'Save')]).toEqual([
    'heading',
    'text',
    'button'
  ])
  expect(partOf('a.save', 'x'.repeat(40))).toBe('text')
})
