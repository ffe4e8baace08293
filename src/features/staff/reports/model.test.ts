import { expect, it } from 'vitest'
import { monthName, readMonth } from './model'

it('an address is read only if it contains a month', () => {
  expect(readMonth('2026-11')).toBe('2026-11-01')
  for (const text of [null, '', '2026-13', '2026-11-05', "2026-1' or 1", '<b>']) expect(readMonth(text)).toBeNull()
})

it('a month is written in the reader’s language', () => {
  expect(monthName('2026-11-01', 'de')).toBe('November 2026')
  expect(monthName('2026-03-01', 'de')).toBe('März 2026')
})
