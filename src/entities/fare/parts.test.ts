import { expect, it } from 'vitest'
import { partsOf, partsPaidBy, priceOf, taxOf, totalOf } from './parts'

const parts = partsOf([
  { side: 'price', kind: 'fare', amount: 14.2, tax: 1.06 },
  { side: 'price', kind: 'promotion', amount: -1.42, name: 'RIDER10' },
  { side: 'price', kind: 'cash_rounding', amount: 0.02 },
  { side: 'price', kind: 'broken' },
  null
])

it('a price paid in cash is rounded, paid by card or wallet it is exact', () => {
  expect(totalOf(partsPaidBy(parts, 'cash'))).toBe(12.8)
  expect(totalOf(partsPaidBy(parts, 'card'))).toBe(12.78)
  expect(totalOf(partsPaidBy(parts, 'wallet'))).toBe(12.78)
})

it('amounts with many decimals add up exactly', () => {
  expect(totalOf([0.1, 0.2, 0.7, -1.005].map((amount) => ({ amount })))).toBe(-0.005)
})

it('a kind that a price does not have has no amount, and unreadable parts are left out', () => {
  expect(parts).toHaveLength(3)
  expect(priceOf(parts, 'fare')).toBe(14.2)
  expect(priceOf(parts, 'cash_rounding', 'card_rounding')).toBe(0.02)
  expect(priceOf(parts, 'no_show_fee')).toBeNull()
  expect(priceOf(undefined, 'fare')).toBeNull()
  expect([taxOf(parts), taxOf([])]).toEqual([1.06, 0])
})
