import { describe, expect, it } from 'vitest'
import { instantsOf, instantToZoned, zonedToInstant } from './zoned'

describe('zoned times', () => {
  it('reads a wall clock of the operator, winter and summer', () => {
    expect(zonedToInstant('2026-11-20T14:30', 'Europe/Vaduz')).toBe(Date.UTC(2026, 10, 20, 13, 30))
    expect(zonedToInstant('2026-07-01T14:30', 'Europe/Vaduz')).toBe(Date.UTC(2026, 6, 1, 12, 30))
  })

  it('takes the first hour after clocks go back', () => {
    expect(zonedToInstant('2026-10-25T03:30', 'Europe/Vaduz')).toBe(Date.UTC(2026, 9, 25, 2, 30))
  })

  it('writes what it reads', () => {
    const instant = Date.UTC(2026, 10, 20, 13, 30)
    expect(instantToZoned(instant, 'Europe/Vaduz')).toBe('2026-11-20T14:30')
  })

  it('refuses what is no time', () => {
    expect(zonedToInstant('', 'Europe/Vaduz')).toBeNull()
  })

  it('knows that a time is skipped in spring, comes twice in autumn, and once on other days', () => {
    const at = (local: string, zone = 'Europe/Vaduz') =>
      instantsOf(local, zone).map((instant) => new Date(instant).toISOString())
    expect(at('2026-03-29T02:30')).toEqual([])
    expect(at('2026-10-25T02:30')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
    expect(at('2026-10-25T03:30')).toEqual(['2026-10-25T02:30:00.000Z'])
    expect(at('2026-10-24T02:30')).toEqual(['2026-10-24T00:30:00.000Z'])
    expect(at('2026-07-01T02:30', 'Asia/Kolkata')).toEqual(['2026-06-30T21:00:00.000Z'])
    // Its daylight saving time shifts by half an hour.
    expect(at('2026-04-05T01:45', 'Australia/Lord_Howe')).toHaveLength(2)
    expect(at('half past two')).toEqual([])
  })
})
