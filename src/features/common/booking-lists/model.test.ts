import { expect, it } from 'vitest'
import { latestFirst, soonestFirst } from './model'

const rows = [
  { id: 'B', trip_at: '2026-05-24T10:00:00Z' },
  { id: 'A', trip_at: '2026-05-27T10:00:00Z' },
  { id: 'C', trip_at: '2026-05-26T10:00:00Z' }
]

it('past trips are sorted with the latest first', () => {
  expect(latestFirst(rows).map(({ id }) => id)).toEqual(['A', 'C', 'B'])
})

it('upcoming trips are sorted with the next first', () => {
  expect(soonestFirst(rows).map(({ id }) => id)).toEqual(['B', 'C', 'A'])
})
