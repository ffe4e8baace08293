import { expect, it } from 'vitest'
import { isTooLong } from './text-limit'

it('counts characters as the database does', () => {
  expect(isTooLong('a'.repeat(80), 80)).toBe(false)
  expect(isTooLong('a'.repeat(81), 80)).toBe(true)
  expect(isTooLong('😀'.repeat(80), 80)).toBe(false)
})
