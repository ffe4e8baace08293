import { expect, it } from 'vitest'
import { apart } from './isolated'

it('an Arabic name, or a direction mark, is isolated from the surrounding sentence', () => {
  expect(apart('محمد')).toBe('\u2068محمد\u2069')
  expect(apart('Anna \u202Ennac')).toBe('\u2068Anna \u202Ennac\u2069')
})

it('a left-to-right text stays unchanged', () => {
  for (const text of ['Anna', 'Škoda 12', 'Ελένη', '王小明', '']) expect(apart(text)).toBe(text)
})
