import { expect, it } from 'vitest'
import { contentOf, earliestDay, problemsOf, valuesOf } from './model'
import type { PaperKindRow } from './queries'

const today = '2026-11-30'
const kind = (part: Partial<PaperKindRow> = {}): PaperKindRow => ({
  id: 'permit',
  subject: 'driver',
  name: '',
  needed_from: null,
  has_expiry: true,
  has_number: true,
  active: true,
  place: 0,
  is_standard: true,
  version: 1,
  ...part
})

it('a new kind of paper needs a name, a standard kind has one', () => {
  expect(problemsOf(valuesOf(null, today), null, today)).toEqual({ name: true, from: false })
  expect(problemsOf(valuesOf(kind(), today), kind(), today)).toEqual({ name: false, from: false })
})

it.each([
  ['2026-12-06', true],
  ['2026-12-07', false],
  ['soon', true]
])('drivers need a kind of paper from a week ahead on: %s', (from, isWrong) => {
  expect(problemsOf({ ...valuesOf(kind(), today), isNeeded: true, from }, kind(), today).from).toBe(isWrong)
})

it('a day that counts already stays possible, unless the kind was switched off', () => {
  expect(earliestDay(kind({ needed_from: '2026-11-01' }), today)).toBe('2026-11-01')
  expect(earliestDay(kind({ needed_from: '2027-11-01' }), today)).toBe('2026-12-07')
  expect(earliestDay(kind({ needed_from: '2026-11-01', active: false }), today)).toBe('2026-12-07')
})

it('a kind that is switched off is stored as needed by nobody', () => {
  const values = valuesOf(kind({ needed_from: '2026-11-01' }), today)
  expect(contentOf(values).needed_from).toBe('2026-11-01')
  expect(contentOf({ ...values, active: false }).needed_from).toBeNull()
  expect(contentOf({ ...values, isNeeded: false }).needed_from).toBeNull()
})
