import { expect, it } from 'vitest'
import type { DutyDriver } from '@/entities/person'
import { byAttention, changeOf, countStates, deskZoom, heatOf, periodOf, readRange, shareOf } from './model'

const driver = (driver_name: string, state: DutyDriver['state']): DutyDriver => ({
  driver_id: driver_name,
  driver_name,
  vehicle_number: 'FL 1',
  car_type: 'Cab',
  lat: 47.1,
  lng: 9.5,
  heading: null,
  updated_at: '2026-01-01T00:00:00Z',
  state,
  booking_id: null
})

it('drivers who have not reported are listed first', () => {
  const drivers = [driver('Bea', 'free'), driver('Zoe', 'silent'), driver('Ada', 'free'), driver('Max', 'busy')]
  expect(byAttention(drivers).map(({ driver_name }) => driver_name)).toEqual(['Zoe', 'Max', 'Ada', 'Bea'])
  expect(countStates(drivers)).toEqual({ free: 2, busy: 1, silent: 1 })
})

it('the heat map ignores cells with drivers but no demand', () => {
  const cells = [
    { lat: 47, lng: 9, demand: 0, unmet: 0, supply: 3 },
    { lat: 47.1, lng: 9.1, demand: 4, unmet: 1, supply: 0 }
  ]
  expect(heatOf(cells)).toEqual([{ lat: 47.1, lng: 9.1, weight: 4 }])
})

// Spec 9.35
it('the map starts at zoom 10, but closer if a town would be too small', () => {
  expect(deskZoom([9.471, 47.048, 9.636, 47.271])).toBe(10)
  expect(deskZoom([5.96, 45.82, 10.49, 47.81])).toBe(10)
  expect(deskZoom([9.5, 47.12, 9.54, 47.16])).toBeUndefined()
})

it('a period counts days back from today, and compares as many before them', () => {
  expect(periodOf('7', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(periodOf('7', '2026-11-22', true)).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  expect(periodOf('1', '2026-03-01', true)).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(['30', '1', 'x', null].map(readRange)).toEqual(['30', '1', '7', '7'])
})

it('a figure shows its relative change, and nothing without an earlier value', () => {
  expect(changeOf(15, 10)).toBe(0.5)
  expect([changeOf(15, 0), changeOf(undefined, 3), shareOf(1, 0)]).toEqual([null, null, null])
})
