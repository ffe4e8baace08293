import { expect, it } from 'vitest'
import { placesOf, reordered, slotAt, type Way } from './way'

const at = (add: string) => ({ lat: 47, lng: 9, add })
const way: Way = { pickup: at('a'), stops: [at('b'), null], drop: at('d') }
const namesOf = (one: Way) => placesOf(one).map((place) => place?.add ?? null)

it('a place moved to the start of the ride becomes the pickup, and one moved to its end the drop', () => {
  expect(namesOf(reordered(way, 1, 0))).toEqual(['b', 'a', null, 'd'])
  expect(reordered(way, 0, 3).drop?.add).toBe('a')
  expect(reordered(way, 3, 1).stops.map((stop) => stop?.add ?? null)).toEqual(['d', 'b'])
  expect(reordered(way, 2, 2)).toEqual(way)
})

it('each index in order of the ride has a slot', () => {
  expect([0, 1, 2, 3].map((index) => slotAt(way, index))).toEqual(['pickup', { stop: 0 }, { stop: 1 }, 'drop'])
})
