import { expect, it } from 'vitest'
import type { BookingRow } from '@/entities/booking'
import { LATEST_FIRST, readSort, sorted, writeSort } from './table'

const row = (reference: string, trip_at: string, trip_cost: number, status: BookingRow['status'] = 'COMPLETE') =>
  ({ reference, trip_at, trip_cost, status }) as BookingRow
const rows = [
  row('B', '2026-05-24T10:00:00Z', 9, 'CANCELLED'),
  row('A', '2026-05-27T10:00:00Z', 20, 'PAID'),
  row('C', '2026-05-26T10:00:00Z', 10)
]
const order = (sort: Parameters<typeof sorted>[1]) => sorted(rows, sort).map(({ reference }) => reference)

it('begins with the latest trip, and its times never jump', () => {
  expect(order(LATEST_FIRST)).toEqual(['A', 'C', 'B'])
})

it('orders by any column, both ways', () => {
  expect(order({ column: 'reference', isDown: false })).toEqual(['A', 'B', 'C'])
  expect(order({ column: 'fare', isDown: true })).toEqual(['A', 'C', 'B'])
  expect(order({ column: 'status', isDown: false })).toEqual(['A', 'C', 'B'])
})

it('keeps the order in the address', () => {
  expect(readSort('-fare')).toEqual({ column: 'fare', isDown: true })
  expect(readSort(writeSort({ column: 'rider', isDown: false }))).toEqual({ column: 'rider', isDown: false })
  expect(readSort('nonsense')).toBeNull()
  expect(readSort(null)).toBeNull()
})
