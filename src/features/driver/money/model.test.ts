import { describe, expect, it } from 'vitest'
import { daysOf, earnedOf, isNearZero, periodOf, stepped, sumOf } from './model'

const row = { fares: 20.1, tips: 0.2, cash: -17, tax: -0.4, fleet_part: -2, fees: 0, other: 0 }

describe('sums of a driver’s money', () => {
  it('are exact despite floating-point tenths', () => {
    expect(sumOf([row, row, row])).toEqual({
      fares: 60.3,
      tips: 0.6,
      cash: -51,
      tax: -1.2,
      fleet_part: -6,
      fees: 0,
      charges: 0,
      other: 0
    })
    expect(earnedOf(sumOf([row, row, row]))).toBe(53.7)
  })

  it('warn before the fees of three more cash trips exceed the balance', () => {
    const trip = { ...row, trip_cost: 22.1 }
    expect(isNearZero(6, [trip])).toBe(false)
    expect(isNearZero(5.9, [trip, trip])).toBe(true)
    expect(isNearZero(0, [{ ...trip, cash: 0 }])).toBe(false)
  })

  it('are zero without trips', () => expect(earnedOf(sumOf([]))).toBe(0))
})

describe('periods', () => {
  it('start weeks on Monday', () => {
    expect(periodOf('week', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
    expect(periodOf('week', '2026-11-29')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  })

  it('follow each other without a gap', () => {
    for (const span of ['day', 'week', 'month'] as const) {
      const here = periodOf(span, '2026-02-28')
      const next = periodOf(span, stepped(span, '2026-02-28', 1))
      expect(stepped(span, next.from, -1)).toBe(here.to)
    }
  })

  it('list their days', () => expect(daysOf(periodOf('week', '2026-11-25'))).toHaveLength(7))
})
