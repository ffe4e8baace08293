import { expect, it } from 'vitest'
import { kmFromBox } from './use-area'

it('measures how far a place is from a box', () => {
  const box: [number, number, number, number] = [9.4, 47, 9.6, 47.3]
  expect(kmFromBox({ lat: 47.1, lng: 9.5 }, box)).toBe(0)
  expect(kmFromBox({ lat: 47.39, lng: 9.5 }, box)).toBeCloseTo(10, 0)
  expect(kmFromBox({ lat: 47.1, lng: 9.7 }, box)).toBeCloseTo(7.6, 1)
  expect(kmFromBox({ lat: 40.7, lng: -74 }, box)).toBeGreaterThan(6000)
})
