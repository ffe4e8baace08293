import { expect, it } from 'vitest'
import { byAttention, countStates, type DutyDriver, heatOf } from './model'

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
