import { expect, it } from 'vitest'
import { dayOf } from '@/lib/zoned'
import { daysFrom, slotsOf } from './slots'

const zone = 'Europe/Vaduz'
const limits = { earliest: Date.parse('2026-11-20T13:50:00Z'), latest: Date.parse('2026-11-22T10:00:00Z') }

it('the offered days are those between the limits in the operator’s calendar', () => {
  expect(dayOf(Date.parse('2026-11-20T23:30:00Z'), zone)).toBe('2026-11-21')
  expect(daysFrom(limits, zone, 7)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
})

it('the offered times are every quarter of an hour within the limits', () => {
  const today = slotsOf('2026-11-20', zone, limits)
  expect(today[0]?.local).toBe('2026-11-20T15:00')
  expect(today.at(-1)?.local).toBe('2026-11-20T23:45')
  expect(slotsOf('2026-11-21', zone, limits)).toHaveLength(96)
  expect(slotsOf('2026-11-22', zone, limits).at(-1)?.local).toBe('2026-11-22T11:00')
})

it('the hour that the clocks skip in spring is not offered', () => {
  const spring = { earliest: Date.parse('2026-03-28T00:00:00Z'), latest: Date.parse('2026-03-30T00:00:00Z') }
  const locals = slotsOf('2026-03-29', zone, spring).map(({ local }) => local.slice(11))
  expect(locals).toContain('01:45')
  expect(locals).not.toContain('02:15')
  expect(locals).toContain('03:00')
})
