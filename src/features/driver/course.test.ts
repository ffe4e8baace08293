import { expect, it } from 'vitest'
import { bearing, courseOf } from './course'

const at = (lat: number, lng: number, heading: number | null = null) => ({ lat, lng, heading })

it('points along the way', () => {
  expect(bearing(at(47, 9), at(47.01, 9))).toBeCloseTo(0, 1)
  expect(bearing(at(47, 9), at(47, 9.01))).toBeCloseTo(90, 1)
  expect(bearing(at(47, 9), at(47, 8.99))).toBeCloseTo(270, 1)
})

it('trusts the phone, then the motion, then the past', () => {
  expect(courseOf(at(47, 9), at(47.01, 9, 123))).toBe(123)
  expect(courseOf(at(47, 9, 200), at(47.01, 9))).toBeCloseTo(0, 1)
  expect(courseOf(at(47, 9, 200), at(47.00001, 9))).toBe(200)
  expect(courseOf(null, at(47, 9))).toBeNull()
})
