import { expect, it } from 'vitest'
import { isOutdated, newer, readPosition, staleSeconds } from './position'

const at = (ms: number) => ({ lat: 47, lng: 9, heading: null, at: ms })

it('only an old position has an age to show', () => {
  expect(staleSeconds(at(1000), 10_000)).toBeNull()
  expect(staleSeconds(at(1000), 30_900)).toBeNull()
  expect(staleSeconds(at(1000), 34_500)).toBe(33)
  expect(staleSeconds(null, 0)).toBeNull()
  expect(staleSeconds(at(99_000), 1000)).toBeNull()
})

it('the age of a position is in the viewer’s seconds in an accelerated demo', () => {
  expect(staleSeconds(at(0), 160_000, 16)).toBeNull()
  expect(staleSeconds(at(0), 560_000, 16)).toBe(35)
  expect(isOutdated(at(0), 900_000, 16)).toBe(false)
  expect(isOutdated(at(0), 960_000, 16)).toBe(true)
})

it('a position says where the car is for less than a minute', () => {
  expect([59_999, 60_000].map((now) => isOutdated(at(0), now))).toEqual([false, true])
  expect(isOutdated(null, 60_000)).toBe(false)
  expect(isOutdated(at(99_000), 60_000)).toBe(false)
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
  expect(readPosition({ lat: 47, lng: 9, at: Number.NaN })).toBeNull()
})

it('a broadcast position is never newer than its arrival', () => {
  const before = Date.now()
  const { at = 0 } = readPosition({ lat: 47, lng: 9, at: before + 3_600_000 }) ?? {}
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now())
})
