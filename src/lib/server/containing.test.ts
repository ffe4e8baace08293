import { expect, it } from 'vitest'
import { containing, containingAmong } from './containing'

it('special characters of a pattern match literally, and a star matches any one character', () => {
  expect(containing('50%')).toBe('%50\\%%')
  expect(containing('a_b\\c')).toBe('%a\\_b\\\\c%')
  expect(containing('*')).toBe('%_%')
})

it('inside an or filter a separator matches any one character', () => {
  expect(containingAmong('Cab, "XL" (50%)')).toBe('%Cab_ _XL_ _50__%')
})
