import { expect, it } from 'vitest'
import { monthName, readMonth } from './model'

it('reads only months from an address', () => {
  expect(readMonth('2026-11')).toBe('2026-11-01')
  for (const text of [null, '', '2026-13', '2026-11-05', "2026-1' or 1", '<b>']) expect(readMonth(text)).toBeNull()
})

it('writes a month in the language of the reader', () => {
  expect(monthName('2026-11-01', 'de')).toBe('November 2026')
  expect(monthName('2026-03-01', 'de')).toBe('März 2026')
})
