import { expect, it } from 'vitest'
import { addDays, monthOf } from './days'
import { dayOf } from './zoned'

it('a month ends on its last day, in leap years and across the turn of the year', () => {
  expect(monthOf('2028-02-11')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthOf('2026-01-31', -1)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(monthOf('2026-12-31', 1)).toEqual({ from: '2027-01-01', to: '2027-01-31' })
})

it('monthOf gives the last day of long, short and leap months', () => {
  expect(
    ['2026-01-01', '2026-04-01', '2026-02-01', '2028-02-01', '2026-12-01'].map((month) => monthOf(month).to)
  ).toEqual(['2026-01-31', '2026-04-30', '2026-02-28', '2028-02-29', '2026-12-31'])
})

it('monthOf goes back across the turn of the year', () => {
  expect(monthOf('2026-01-01', -1).from).toBe('2025-12-01')
  expect(monthOf('2026-03-01', -14).from).toBe('2025-01-01')
})

it('addDays continues across the end of a month and of a year', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

it('the day comes from the operator’s time zone, not the device’s', () => {
  const turn = Date.parse('2026-11-30T23:30:00Z')
  expect(dayOf(turn, 'Europe/Vaduz')).toBe('2026-12-01')
  expect(dayOf(turn, 'America/New_York')).toBe('2026-11-30')
})
