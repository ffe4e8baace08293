import { expect, it } from 'vitest'
import { townOf } from './town'

it.each([
  ['Städtle 12, 9490 Vaduz', 'Vaduz'],
  ['Schaan', 'Schaan'],
  ['Landstrasse, FL-9494 Schaan', 'FL-9494 Schaan'],
  ['47.141,9.521', null],
  [undefined, null]
])('%s is in %s', (address, town) => {
  expect(townOf(address)).toBe(town)
})
