import { expect, it } from 'vitest'
import { readMileage } from './mileage'

it.each([
  ['41180', 41_180],
  [' 41,180 ', 41_180],
  ['41.180', 41_180],
  ['1 041’180', 1_041_180],
  ['٤١٬١٨٠', 41_180],
  ['0', 0]
])('%s is a mileage', (text, value) => {
  expect(readMileage(text)).toBe(value)
})

it.each(['', '41.5', '41,18', '-1', '1e5', 'many'])('%s is not a mileage', (text) => {
  expect(readMileage(text)).toBeNull()
})
