import { describe, expect, it } from 'vitest'
import { addMonths, weekStart, weeksAround } from './weeks'

describe('weeks', () => {
  it('start on the locale’s first day', () => {
    // 2026-11-25 is a Wednesday.
    expect(weekStart('2026-11-25', 'de-CH')).toBe('2026-11-23')
    expect(weekStart('2026-11-25', 'en-US')).toBe('2026-11-22')
    expect(weekStart('2026-11-25', 'ar-EG')).toBe('2026-11-21')
  })

  it('around a month are six, with its first and last day', () => {
    const weeks = weeksAround('2026-02-14', 'de-CH')
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
    expect(weeks[0]?.[0]).toBe('2026-01-26')
    expect(weeks.flat()).toEqual(expect.arrayContaining(['2026-02-01', '2026-02-28']))
  })
})

it('a month away is the same day, or the last of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-03-15', -12)).toBe('2025-03-15')
})
