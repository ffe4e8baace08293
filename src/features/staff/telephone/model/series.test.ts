import { expect, it } from 'vitest'
import { datesOf } from './series'

const zone = 'Europe/Vaduz'
const limits = { earliest: Date.parse('2026-11-24T13:45:00Z'), latest: Date.parse('2026-12-08T12:00:00Z') }
const dates = (part: Parameters<typeof datesOf>[0]) =>
  datesOf(part, zone, limits).map(({ day, problem }) => `${day} ${problem ?? 'can be booked'}`)

it('a series lists each Tuesday and Thursday, and marks those too soon or too far ahead', () => {
  expect(dates({ days: [2, 4], time: '14:30', until: '2026-12-10' })).toEqual([
    '2026-11-24 past_booking_error',
    '2026-11-26 can be booked',
    '2026-12-01 can be booked',
    '2026-12-03 can be booked',
    '2026-12-08 trip_at_too_far',
    '2026-12-10 trip_at_too_far'
  ])
})

it('a series reports a time that the clocks skip in spring', () => {
  const spring = { earliest: Date.parse('2026-03-25T00:00:00Z'), latest: Date.parse('2026-04-10T00:00:00Z') }
  const sundays = datesOf({ days: [7], time: '02:30', until: '2026-04-05' }, zone, spring)
  expect(sundays.map(({ problem }) => problem)).toEqual(['skipped_time', null])
})

it('a series needs days, a time and the last day', () => {
  expect(dates({ days: [], time: '14:30', until: '2026-12-10' })).toEqual([])
  expect(dates({ days: [2], time: '', until: '2026-12-10' })).toEqual([])
  expect(dates({ days: [2], time: '14:30', until: 'soon' })).toEqual([])
})
