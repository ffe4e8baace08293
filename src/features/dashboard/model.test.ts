import { expect, it } from 'vitest'
import type { DutyDriver } from '@/entities/person'
import { byAttention, countStates, deskZoom, heatOf, mapWidth } from './model'

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

it('lists first who has not been heard of', () => {
  const drivers = [driver('Bea', 'free'), driver('Zoe', 'silent'), driver('Ada', 'free'), driver('Max', 'busy')]
  expect(byAttention(drivers).map(({ driver_name }) => driver_name)).toEqual(['Zoe', 'Max', 'Ada', 'Bea'])
  expect(countStates(drivers)).toEqual({ free: 2, busy: 1, silent: 1 })
})

it('draws no heat where only drivers are', () => {
  const cells = [
    { lat: 47, lng: 9, demand: 0, unmet: 0, supply: 3 },
    { lat: 47.1, lng: 9.1, demand: 4, unmet: 1, supply: 0 }
  ]
  expect(heatOf(cells)).toEqual([{ lat: 47.1, lng: 9.1, weight: 4 }])
})

it('begins at zoom 10, but nearer with a town that would be lost there', () => {
  expect(deskZoom([9.471, 47.048, 9.636, 47.271])).toBe(10)
  expect(deskZoom([5.96, 45.82, 10.49, 47.81])).toBe(10)
  expect(deskZoom([9.5, 47.12, 9.54, 47.16])).toBeUndefined()
})

it('gives the map the width of its region, and no less than it needs to be used', () => {
  expect(mapWidth([9.471, 47.048, 9.636, 47.271])).toBeLessThan(480)
  expect(mapWidth([5.96, 45.82, 10.49, 47.81])).toBeGreaterThan(700)
  expect(mapWidth([9.5, 47.12, 9.54, 47.16])).toBe(352)
})
