import { expect, it } from 'vitest'
import { dialled } from './phone'

it('a plus is added to a number that Auth stores without it', () => {
  expect(dialled('423711652565')).toBe('+423711652565')
})

it('numbers with a plus, and local ones, stay unchanged', () => {
  expect(dialled('+423 555 01 23')).toBe('+4235550123')
  expect(dialled('00423 555 01 23')).toBe('004235550123')
  expect(dialled('555 01 23')).toBe('5550123')
  expect(dialled('079 123 45 67')).toBe('0791234567')
})
