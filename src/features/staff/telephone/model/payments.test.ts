import { expect, it } from 'vitest'
import { callPayments } from './call'

it('an order by telephone is paid as the operator takes it', () => {
  expect(callPayments(undefined)).toEqual(['cash', 'wallet'])
  expect(callPayments({ cash_payments: true, card_payments: true })).toEqual(['cash', 'wallet'])
  expect(callPayments({ cash_payments: true, card_payments: false })).toEqual(['cash'])
  expect(callPayments({ cash_payments: false, card_payments: true })).toEqual(['card', 'wallet'])
})
