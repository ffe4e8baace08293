import { expect, it } from 'vitest'
import { isMonth, monthOf, readPeriod } from './period'

it('a month has its own last day, in leap years and over the turn of the year', () => {
  expect(monthOf('2028-02-11')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthOf('2026-01-31', -1)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(monthOf('2026-12-31', 1)).toEqual({ from: '2027-01-01', to: '2027-01-31' })
})

it('the address decides the days; nonsense and a wrong order are this month', () => {
  const read = (text: string) => readPeriod(new URLSearchParams(text), '2026-11-22')
  expect(read('from=2026-10-05&to=2026-10-07')).toEqual({ from: '2026-10-05', to: '2026-10-07' })
  for (const text of [
    '',
    'from=2026-10-05',
    'from=x&to=y',
    'from=2026-99-99&to=2026-10-07',
    'from=2026-10-07&to=2026-10-05'
  ]) {
    expect(read(text)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  }
})

it('days that are a whole month are known as one', () => {
  expect(isMonth({ from: '2026-11-01', to: '2026-11-30' })).toBe(true)
  expect(isMonth({ from: '2026-11-01', to: '2026-11-29' })).toBe(false)
})
