import { expect, it } from 'vitest'
import { moved, placeAt } from './places'

it('moving an entry keeps the order of the others', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})

it('a dragged entry takes the position of the row whose middle it has passed', () => {
  const middles = [20, 60, 100]
  expect(placeAt(30, middles, 0)).toBe(0)
  expect(placeAt(61, middles, 0)).toBe(1)
  expect(placeAt(500, middles, 0)).toBe(2)
  expect(placeAt(59, middles, 2)).toBe(1)
  expect(placeAt(-5, middles, 2)).toBe(0)
})
