import { describe, expect, it } from 'vitest'
import { instantsOf, instantToZoned, zonedToInstant } from './zoned'

describe('zoned times', () => {
  it('are read from the operator’s clock in winter and summer', () => {
    expect(zonedToInstant('2026-11-20T14:30', 'Europe/Vaduz')).toBe(Date.UTC(2026, 10, 20, 13, 30))
    expect(zonedToInstant('2026-07-01T14:30', 'Europe/Vaduz')).toBe(Date.UTC(2026, 6, 1, 12, 30))
  })

  it('use the first of a repeated hour', () => {
    expect(zonedToInstant('2026-10-25T03:30', 'Europe/Vaduz')).toBe(Date.UTC(2026, 9, 25, 2, 30))
  })

  it('are written as they are read', () => {
    const instant = Date.UTC(2026, 10, 20, 13, 30)
    expect(instantToZoned(instant, 'Europe/Vaduz')).toBe('2026-11-20T14:30')
  })

  it('are refused if invalid', () => {
    expect(zonedToInstant('', 'Europe/Vaduz')).toBeNull()
  })

  it('are skipped in spring, repeated in autumn, and unique on other days', () => {
    const at = (local: string, zone = 'Europe/Vaduz') =>
      instantsOf(local, zone).map((instant) => new Date(instant).toISOString())
    expect(at('2026-03-29T02:30')).toEqual([])
    expect(at('2026-10-25T02:30')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
    expect(at('2026-10-25T03:30')).toEqual(['2026-10-25T02:30:00.000Z'])
    expect(at('2026-10-24T02:30')).toEqual(['2026-10-24T00:30:00.000Z'])
    expect(at('2026-07-01T02:30', 'Asia/Kolkata')).toEqual(['2026-06-30T21:00:00.000Z'])
    // Lord Howe Island shifts its clocks by half an hour, so this time occurs twice.
    expect(at('2026-04-05T01:45', 'Australia/Lord_Howe')).toHaveLength(2)
    expect(at('half past two')).toEqual([])
  })
})
