import { expect, it } from 'vitest'
import {
  type DeskRow,
  daysUntil,
  entriesParams,
  figureOf,
  isBalanced,
  partsOf,
  readMonth,
  shareOf,
  sinceParts
} from './books'

const row = (
  part: string,
  account: string,
  kind: string | null,
  opening: number,
  inflow: number,
  outflow: number
): DeskRow =>
  ({
    part,
    account,
    kind,
    opening,
    inflow,
    outflow,
    closing: opening + inflow - outflow,
    entries_in: inflow ? 2 : 0,
    entries_out: outflow ? 1 : 0
  }) as DeskRow

const rows = [
  row('hold', 'bank', null, 0.1, 0.3, 0.1),
  row('hold', 'bank', 'withdrawal_completed', 0, 0, 0.1),
  row('hold', 'bank', 'provider_payout', 0, 0.3, 0),
  row('owe', 'wallet.driver', null, 0.1, 0.1, 0),
  row('earned', 'revenue.convenience', null, 0, 0.1, 0)
]

it('accounts are listed below the exact sums of their group, with their movements, the largest first', () => {
  const parts = partsOf(rows)
  expect(parts.map(({ part, closing, entries_in }) => [part, closing, entries_in])).toEqual([
    ['hold', 0.3, 2],
    ['owe', 0.2, 2],
    ['earned', 0.1, 2]
  ])
  expect(parts[0]?.accounts[0]?.kinds.map(({ kind }) => kind)).toEqual(['provider_payout', 'withdrawal_completed'])
  expect(isBalanced(parts)).toBe(true)
  expect(isBalanced(partsOf([...rows, row('owe', 'tax', null, 0, 0.01, 0)]))).toBe(false)
  expect(isBalanced(partsOf([]))).toBe(true)
})

it('the entries of a filter add up to the figure that links there', () => {
  expect(figureOf(rows, { account: 'bank', way: 'in' })).toEqual({ sum: 0.3, count: 2 })
  expect(figureOf(rows, { account: 'bank', way: 'out' })).toEqual({ sum: -0.1, count: 1 })
  expect(figureOf(rows, { account: 'bank', kind: 'provider_payout' })).toEqual({ sum: 0.3, count: 2 })
  expect(figureOf(rows, { part: 'hold' })).toEqual({ sum: 0.2, count: 3 })
})

it('the month comes from the address; an invalid or future one is this month, up to today', () => {
  expect(readMonth('2026-10', '2026-11-22')).toEqual({ from: '2026-10-01', to: '2026-10-31', isOver: true })
  for (const text of [null, '', '2026-13', 'x', '2027-01', "2026-11'"])
    expect(readMonth(text, '2026-11-22')).toEqual({ from: '2026-11-01', to: '2026-11-22', isOver: false })
})

it('a link contains its filter, including open ends', () => {
  expect(entriesParams({ to: '2026-10-31', account: 'clearing:stripe' })).toEqual({
    show: 'entries',
    days: '..2026-10-31',
    account: 'clearing:stripe'
  })
  expect(entriesParams({})).toEqual({ show: 'entries' })
})

it('days and shares', () => {
  expect([daysUntil('2026-11-25', '2026-11-22'), daysUntil('2026-11-22', '2026-11-22')]).toEqual([3, 0])
  expect([shareOf(100, 116.3)?.toFixed(3), shareOf(0, 5), shareOf(10, -5)]).toEqual(['0.163', null, null])
})

it('the age of a debt is shown in minutes, hours or days', () => {
  const old = (minutes: number) => sinceParts(0, minutes * 60_000)
  expect([old(-5), old(59.9), old(60), old(1439), old(1440), old(3 * 1440 + 90)]).toEqual([
    [0, 'minute'],
    [59, 'minute'],
    [1, 'hour'],
    [23, 'hour'],
    [1, 'day'],
    [3, 'day']
  ])
})
