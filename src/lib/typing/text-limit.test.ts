import { expect, it } from 'vitest'
import { isTooLong } from './text-limit'

it('characters are counted as in the database', () => {
  expect(isTooLong('a'.repeat(80), 80)).toBe(false)
  expect(isTooLong('a'.repeat(81), 80)).toBe(true)
  expect(isTooLong('😀'.repeat(80), 80)).toBe(false)
})
