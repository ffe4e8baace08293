import { expect, it } from 'vitest'
import { byUse, type Factor, freeName, grouped } from './model'

const factor = (id: string, usedAt: string | null): Factor => ({
  id,
  name: id,
  addedAt: '2026-11-01T08:00:00Z',
  usedAt
})

it('a key is shown in groups of four', () => {
  expect(grouped('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
})

it('a new factor gets the first number that is free', () => {
  const nameOf = (number: number) => `App ${number}`
  expect(freeName([], nameOf)).toBe('App 1')
  expect(freeName(['App 1', 'App 3'], nameOf)).toBe('App 2')
})

it('a code is tried first at the factor that was used last', () => {
  const factors = [factor('old', '2026-11-02T08:00:00Z'), factor('new', null), factor('last', '2026-11-03T08:00:00Z')]
  expect(byUse(factors).map(({ id }) => id)).toEqual(['last', 'old', 'new'])
})
