import { expect, it } from 'vitest'
import { lastDay, monthName, monthOf, monthsBefore, readMonth } from './model'

it('goes back over the turn of the year', () => {
  expect(monthsBefore('2026-01-01', 1)).toBe('2025-12-01')
  expect(monthsBefore('2026-03-01', 14)).toBe('2025-01-01')
})

it('knows the last day of long, short and leap months', () => {
  expect(['2026-01-01', '2026-04-01', '2026-02-01', '2028-02-01', '2026-12-01'].map(lastDay)).toEqual([
    '2026-01-31',
    '2026-04-30',
    '2026-02-28',
    '2028-02-29',
    '2026-12-31'
  ])
})

it('takes the month from the clock of the operator, not of the device', () => {
  const turn = new Date('2026-11-30T23:30:00Z')
  expect(monthOf(turn, 'Europe/Vaduz')).toBe('2026-12-01')
  expect(monthOf(turn, 'America/New_York')).toBe('2026-11-01')
})

it('reads only months from an address', () => {
  expect(readMonth('2026-11')).toBe('2026-11-01')
  for (const text of [null, '', '2026-13', '2026-11-05', "2026-1' or 1", '<b>']) expect(readMonth(text)).toBeNull()
})

it('writes a month in the language of the reader', () => {
  expect(monthName('2026-11-01', 'de')).toBe('November 2026')
  expect(monthName('2026-03-01', 'de')).toBe('März 2026')
})
