import { expect, it } from 'vitest'
import { bearing, courseOf } from './course'

const at = (lat: number, lng: number, heading: number | null = null) => ({ lat, lng, heading })

it('the course points along the movement', () => {
  expect(bearing(at(47, 9), at(47.01, 9))).toBeCloseTo(0, 1)
  expect(bearing(at(47, 9), at(47, 9.01))).toBeCloseTo(90, 1)
  expect(bearing(at(47, 9), at(47, 8.99))).toBeCloseTo(270, 1)
})

it('the course comes from the phone, else from the movement, else from the last one', () => {
  expect(courseOf(at(47, 9), at(47.01, 9, 123))).toBe(123)
  expect(courseOf(at(47, 9, 200), at(47.01, 9))).toBeCloseTo(0, 1)
  expect(courseOf(at(47, 9, 200), at(47.00001, 9))).toBe(200)
  expect(courseOf(null, at(47, 9))).toBeNull()
})
