import { expect, it } from 'vitest'
import { groupOf, isBalanced, partsOf, sumOf } from './accounts'

const account = (name: string, opening: number, debit: number, credit: number) => ({
  account: name,
  opening,
  debit,
  credit,
  closing: opening - debit + credit
})

it('accounts are grouped by holdings, debts, and earnings', () => {
  expect(['bank', 'clearing:stripe'].map(groupOf)).toEqual(['hold', 'hold'])
  expect(['wallet.driver', 'bonus.rider', 'held', 'refunds_due:stripe', 'payouts_pending', 'tax'].map(groupOf)).toEqual(
    Array(6).fill('owe')
  )
  expect(['revenue.convenience', 'expense.goodwill', 'adjustments'].map(groupOf)).toEqual(Array(3).fill('earned'))
  expect(partsOf('clearing:stripe')).toEqual({ kind: 'clearing', provider: 'stripe' })
})

it('sums of cents are exact, so that balanced books are recognised as balanced', () => {
  const books = [account('bank', -0.3, 0.1, 0), account('wallet.rider', 0.1, 0, 0.1), account('tax', 0.2, 0, 0)]
  expect(sumOf(books)).toEqual({ opening: 0, debit: 0.1, credit: 0.1, closing: 0 })
  expect(isBalanced(sumOf(books))).toBe(true)
  expect(isBalanced(sumOf([...books, account('tax', 0, 0, 0.01)]))).toBe(false)
})
