import { expect, it } from 'vitest'
import { clockOf, lateSeconds } from './facts/times'
import { whenOf } from './when'

it('a time is shown as time today, as weekday this week, else as date', () => {
  const when = whenOf('2026-11-23', 'en-GB', 'Europe/Vaduz')
  expect(['2026-11-23T13:32:00Z', '2026-11-26T07:15:00Z', '2026-12-24T07:15:00Z'].map(when)).toEqual([
    '14:32',
    'Thu 08:15',
    '24 Dec 26'
  ])
})

it('a wait is counted like a clock', () => {
  expect([0, 192, 3849].map(clockOf)).toEqual(['0:00', '3:12', '1:04:09'])
})

it('a car is late by its route, without one by the usual wait, and never once it has arrived', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  const facts = { due: '2026-11-23T12:05:00Z', eta: null as unknown as string, wait_secs: 480 }
  expect(lateSeconds({ status: 'NEW', arrival_confirmed_at: null }, facts, now)).toBe(180)
  expect(
    lateSeconds({ status: 'ACCEPTED', arrival_confirmed_at: null }, { ...facts, eta: '2026-11-23T12:01:00Z' }, now)
  ).toBe(-240)
  // The expected arrival has passed, so the driver is expected now at the earliest.
  expect(
    lateSeconds({ status: 'ACCEPTED', arrival_confirmed_at: null }, { ...facts, eta: '2026-11-23T11:50:00Z' }, now)
  ).toBe(-300)
  const silent = { ...facts, seen_at: '2026-11-23T11:39:00Z' }
  expect(
    lateSeconds({ status: 'ACCEPTED', arrival_confirmed_at: null }, silent, now),
    'without a signal, not due yet'
  ).toBe(null)
  expect(
    lateSeconds({ status: 'ACCEPTED', arrival_confirmed_at: null }, silent, now + 360_000),
    'without a signal'
  ).toBe(60)
  expect(lateSeconds({ status: 'ARRIVED', arrival_confirmed_at: '2026-11-23T11:59:00Z' }, facts, now)).toBe(null)
  expect(lateSeconds({ status: 'ARRIVED', arrival_confirmed_at: null }, facts, now), 'reported from elsewhere').toBe(
    180
  )
})
