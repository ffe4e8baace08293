import { expect, it } from 'vitest'
import { newer, readPosition, staleSeconds } from './position'

const at = (ms: number) => ({ lat: 47, lng: 9, heading: null, at: ms })

it('only an old position has an age to show', () => {
  expect(staleSeconds(at(1000), 10_000)).toBeNull()
  expect(staleSeconds(at(1000), 24_500)).toBe(23)
  expect(staleSeconds(null, 0)).toBeNull()
  expect(staleSeconds(at(99_000), 1000)).toBeNull()
})

it('the age of a position is in the viewer’s seconds in an accelerated demo', () => {
  expect(staleSeconds(at(0), 160_000, 16)).toBeNull()
  expect(staleSeconds(at(0), 320_000, 16)).toBe(20)
})

it('an older position never replaces a newer one', () => {
  expect(newer(at(5), at(3))).toEqual(at(5))
  expect(newer(null, at(3))).toEqual(at(3))
})

it('malformed positions are refused', () => {
  expect(readPosition({ lat: 47, lng: 9, at: 3 })).toEqual(at(3))
  expect(readPosition({ lat: '47', lng: 9, at: 3 })).toBeNull()
  expect(readPosition({ lat: 147, lng: 9, at: 3 })).toBeNull()
  expect(readPosition(null)).toBeNull()
})
