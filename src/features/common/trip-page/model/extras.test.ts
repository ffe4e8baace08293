import { describe, expect, it } from 'vitest'
import { cashOf, countsOf } from './extras'

const known = (amount: number, counts: number | null, by_role = 'driver') =>
  ({
    id: `k${amount}`,
    key: 'toll',
    amount,
    countable_amount: counts,
    by_role,
    note: null,
    client_key: `c${amount}`,
    photo: null
  }) as never
const unsent = (amount: number) => ({ id: `u${amount}`, key: 'toll', amount, note: null, client_key: `u${amount}` })
const counts = (lines: { counts: number }[]) => lines.map((line) => line.counts)

describe('extras of a trip', () => {
  it('count as the server said, and those not yet sent as far as the quote leaves room', () => {
    expect(counts(countsOf([known(3, 3)], [unsent(2), unsent(20), unsent(1)], 7.4, 2))).toEqual([3, 2, 2.4, 0])
    expect(counts(countsOf([known(20, 7.51)], [unsent(1)], 7.51, 2))).toEqual([7.51, 0])
  })

  it('of the desk count in full and take no room', () => {
    expect(counts(countsOf([known(40, null, 'admin')], [unsent(2)], 7.4, 2))).toEqual([40, 2])
  })

  it('of a street trip count as entered until the meter decides', () => {
    expect(counts(countsOf([], [unsent(20)], null, 2))).toEqual([20])
  })
})

describe('cash without a signal', () => {
  const quote = { payable_amount: 12.8, cash_rounding: 0.02, fare_lines: [] }
  it('is the quoted amount without extras', () => expect(cashOf(quote, [], 0.05, 2)).toBe(12.8))
  it('takes extras up in the minimum fare, as the fare does', () => {
    const short = { payable_amount: 9, cash_rounding: 0, fare_lines: [{ key: 'minimum_fare', amount: 3 }] }
    expect(cashOf(short, [{ counts: 2 }], 0, 2)).toBe(9)
    expect(cashOf(short, [{ counts: 4.5 }], 0, 2)).toBe(10.5)
  })
  it('is rounded half up with its extras, from the amount before rounding', () => {
    expect(cashOf(quote, [{ counts: 3 }], 0.05, 2)).toBe(15.8)
    expect(cashOf(quote, [{ counts: 0.045 }], 0.05, 3)).toBe(12.85)
    expect(cashOf(quote, [{ counts: 3.01 }], 0, 2)).toBe(15.79)
    expect(cashOf({ payable_amount: 1500, cash_rounding: 0, fare_lines: [] }, [{ counts: 240 }], 25, 0)).toBe(1750)
  })
})
