import { describe, expect, it } from 'vitest'
import { instantToZoned, zonedToInstant } from './zoned'

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
})
