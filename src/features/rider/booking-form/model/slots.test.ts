import { expect, it } from 'vitest'
import { formatTime } from '@/lib/format/format'
import { dayOf } from '@/lib/time/zoned'
import { daysFrom, slotsOf } from './slots'

const zone = 'Europe/Vaduz'
const limits = { earliest: Date.parse('2026-11-20T13:50:00Z'), latest: Date.parse('2026-11-22T10:00:00Z') }

it('the offered days are those from today to the limit in the operator’s calendar', () => {
  expect(dayOf(Date.parse('2026-11-20T23:30:00Z'), zone)).toBe('2026-11-21')
  expect(daysFrom(Date.parse('2026-11-20T13:35:00Z'), limits, zone, 7)).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22'
  ])
})

it('ten minutes before midnight today is still offered, without a time, and tomorrow is the day after it', () => {
  const now = Date.parse('2026-11-28T22:50:00Z')
  const late = { earliest: now + 15 * 60_000, latest: now + 72 * 3_600_000 }
  expect(daysFrom(now, late, zone, 2)).toEqual(['2026-11-28', '2026-11-29'])
  expect(slotsOf('2026-11-28', zone, late)).toEqual([])
  expect(slotsOf('2026-11-29', zone, late)[0]?.clock).toBe('00:15')
})

it('the offered times are every quarter of an hour within the limits', () => {
  const today = slotsOf('2026-11-20', zone, limits)
  expect(today[0]?.clock).toBe('15:00')
  expect(today.at(-1)?.clock).toBe('23:45')
  expect(slotsOf('2026-11-21', zone, limits)).toHaveLength(96)
  expect(slotsOf('2026-11-22', zone, limits).at(-1)?.clock).toBe('11:00')
})

it('the hour that the clocks skip in spring is not offered', () => {
  const spring = { earliest: Date.parse('2026-03-28T00:00:00Z'), latest: Date.parse('2026-03-30T00:00:00Z') }
  const clocks = slotsOf('2026-03-29', zone, spring).map(({ clock }) => clock)
  expect(clocks).toContain('01:45')
  expect(clocks).not.toContain('02:15')
  expect(clocks).toContain('03:00')
})

it('the hour that the clocks show twice in autumn is offered twice, in its order and told apart', () => {
  const autumn = { earliest: Date.parse('2026-10-25T00:20:00Z'), latest: Date.parse('2026-10-25T02:00:00Z') }
  const written = slotsOf('2026-10-25', 'Europe/Berlin', autumn).map(
    ({ at, value }) => `${formatTime(at, 'en-GB', 'Europe/Berlin').replace('\u00a0', ' ')} = ${value.slice(11, 16)}`
  )
  expect(written).toEqual([
    '02:30 UTC+2 = 00:30',
    '02:45 UTC+2 = 00:45',
    '02:00 UTC+1 = 01:00',
    '02:15 UTC+1 = 01:15',
    '02:30 UTC+1 = 01:30',
    '02:45 UTC+1 = 01:45',
    '03:00 = 02:00'
  ])
})

it('where clocks go back by half an hour, half an hour is offered twice', () => {
  const autumn = { earliest: Date.parse('2026-04-04T14:30:00Z'), latest: Date.parse('2026-04-04T15:30:00Z') }
  const clocks = slotsOf('2026-04-05', 'Australia/Lord_Howe', autumn).map(({ clock }) => clock)
  expect(clocks).toEqual(['01:30', '01:45', '01:30', '01:45', '02:00'])
})
