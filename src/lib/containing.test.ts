import { expect, it } from 'vitest'
import { containing, containingAmong } from './containing'

it('takes signs that mean something in a pattern for what they are, and a star for one sign', () => {
  expect(containing('50%')).toBe('%50\\%%')
  expect(containing('a_b\\c')).toBe('%a\\_b\\\\c%')
  expect(containing('*')).toBe('%_%')
})

it('among other conditions any sign stands for one that would end it', () => {
  expect(containingAmong('Cab, "XL" (50%)')).toBe('%Cab_ _XL_ _50__%')
})
