import { expect, it } from 'vitest'
import type { CarType } from '@/entities/car'
import { paymentOf } from './draft'

const both = { cash_payments: true, card_payments: true }
const parcel = { category: 'delivery' } as CarType

it('a ride is paid as chosen where the operator takes it', () => {
  for (const payment of ['cash', 'card', 'wallet'] as const) expect(paymentOf(null, { payment }, both)).toBe(payment)
  expect(paymentOf(null, { payment: 'cash' }, undefined)).toBe('cash')
})

it('a way to pay that the operator does not take is replaced by one that it takes', () => {
  expect(paymentOf(null, { payment: 'cash' }, { ...both, cash_payments: false })).toBe('card')
  expect(paymentOf(null, { payment: 'card' }, { ...both, card_payments: false })).toBe('cash')
})

it('a parcel is never paid in cash', () => {
  expect(paymentOf(parcel, { payment: 'cash' }, both)).toBe('wallet')
})
