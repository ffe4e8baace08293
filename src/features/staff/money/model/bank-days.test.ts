import { expect, it } from 'vitest'
import { bankDayFrom } from './bank-days'

it.each([
  ['2026-11-27', '2026-11-27'],
  ['2026-11-28', '2026-11-30'],
  ['2026-11-29', '2026-11-30'],
  ['2026-12-25', '2026-12-28'],
  ['2027-01-01', '2027-01-04'],
  ['2026-04-03', '2026-04-07'],
  ['2027-03-26', '2027-03-30'],
  ['2026-05-01', '2026-05-04']
])('a payment of %s is settled on %s', (day, next) => {
  expect(bankDayFrom(day)).toBe(next)
})
