import { expect, it } from 'vitest'
import { currentRide } from './current-ride'
import type { BookingStatus } from './status'

const now = Date.parse('2026-11-22T10:00:00Z')
const ride = (status: BookingStatus, trip_at = '2026-11-22T10:00:00Z', book_later = false) => ({
  status,
  trip_at,
  book_later
})

it('the current ride is the one most urgent for the rider', () => {
  expect(currentRide([ride('NEW'), ride('ACCEPTED'), ride('PENDING')], now)?.status).toBe('ACCEPTED')
  expect(currentRide([ride('STARTED'), ride('ARRIVED')], now)?.status).toBe('ARRIVED')
})

it('a finished or paid ride, and one that begins tomorrow, is not current', () => {
  expect(currentRide([ride('COMPLETE'), ride('CANCELLED'), ride('PAID')], now)).toBeNull()
  expect(currentRide([ride('NEW', '2026-11-23T10:00:00Z', true)], now)).toBeNull()
  expect(currentRide([ride('NEW', '2026-11-22T10:20:00Z', true)], now)?.status).toBe('NEW')
})
