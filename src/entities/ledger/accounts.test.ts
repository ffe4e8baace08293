import { expect, it } from 'vitest'
import { isBalanced, partsOf, sumOf } from './accounts'

const account = (name: string, opening: number, debit: number, credit: number) => ({
  account: name,
  part: '',
  opening,
  debit,
  credit,
  closing: opening - debit + credit
})

it('a name is divided at its colon', () => {
  expect(partsOf('clearing:stripe')).toEqual({ kind: 'clearing', provider: 'stripe' })
})

it('sums of cents are exact, so that balanced books are recognised as balanced', () => {
  const books = [account('bank', -0.3, 0.1, 0), account('wallet.rider', 0.1, 0, 0.1), account('tax', 0.2, 0, 0)]
  expect(sumOf(books)).toEqual({ opening: 0, debit: 0.1, credit: 0.1, closing: 0 })
  expect(isBalanced(sumOf(books))).toBe(true)
  expect(isBalanced(sumOf([...books, account('tax', 0, 0, 0.01)]))).toBe(false)
})
