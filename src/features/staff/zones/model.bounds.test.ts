import { expect, it, vi } from 'vitest'
import { formOf, zoneProblems } from './model'

/** Simulates that the table's limits have changed. */
vi.mock('@/types/limits', () => ({
  openLimits: { zones: { amount: { above: 5, to: 20 }, percent: { from: 2, below: 50 } } }
}))

const problem = (price: 'fixed' | 'surcharge_percent', figure: string) =>
  zoneProblems({ ...formOf(null), name: 'Airport', price, figure }).figure

it('a zone accepts exactly the database’s amounts and percentages', () => {
  expect(['5', '5.01', '20', '20.01', 'x'].map((figure) => problem('fixed', figure))).toEqual([
    'zone_amount_required',
    undefined,
    undefined,
    'zone_amount_required',
    'zone_amount_required'
  ])
  expect(['1.9', '2', '49.9', '50'].map((figure) => problem('surcharge_percent', figure))).toEqual([
    'zone_percent_required',
    undefined,
    undefined,
    'zone_percent_required'
  ])
})
