import { beforeEach, expect, it, vi } from 'vitest'
import type { TableQuery } from '@/components/data-table'
import { vehicleSource } from './source'

const stage = vi.hoisted(() => ({ rows: [] as unknown[] }))
vi.mock('../queries', () => ({ listVehicles: async () => [...stage.rows] }))

beforeEach(() => {
  stage.rows = [
    { id: '1', vehicle_number: 'FL 3', vehicle_make: 'VW', mileage: 10, retired: false, since: null },
    { id: '2', vehicle_number: 'FL 1', vehicle_make: 'Skoda', mileage: null, retired: true, since: null },
    { id: '3', vehicle_number: 'FL 2', vehicle_make: 'VW', mileage: 5, retired: false, since: 'x', driver_name: 'Ada' }
  ]
})

const asked = async (query: Partial<TableQuery>) => {
  const all: TableQuery = { search: '', sort: null, filters: {}, ...query }
  const { rows } = await vehicleSource(all, { after: null, size: 50 }, new AbortController().signal)
  return rows.map(({ id }) => id).join('')
}

it('cars are found by every word of their plate, model or driver', async () => {
  expect(await asked({ search: 'vw fl' })).toBe('13')
  expect(await asked({ search: 'ADA' })).toBe('3')
  expect(await asked({ search: 'ada skoda' })).toBe('')
})

it('cars are filtered by their state', async () => {
  expect(await asked({ filters: { state: ['free'] } })).toBe('1')
  expect(await asked({ filters: { state: ['driven'] } })).toBe('3')
  expect(await asked({ filters: { state: ['retired'] } })).toBe('2')
})

it('cars are sorted both ways, with an unknown mileage as the lowest', async () => {
  expect(await asked({ sort: { column: 'plate', isDown: false } })).toBe('231')
  expect(await asked({ sort: { column: 'mileage', isDown: true } })).toBe('132')
})
