import { describe, expect, it } from 'vitest'
import { clockChangeOf, instantsOf, instantToZoned, readMoment, repeatedName, startOfDay } from './zoned'

describe('zoned times', () => {
  it('are read from the operator’s clock in winter and summer', () => {
    expect(readMoment('2026-11-20T14:30', 'Europe/Vaduz')).toBe(Date.UTC(2026, 10, 20, 13, 30))
    expect(readMoment('2026-07-01T14:30', 'Europe/Vaduz')).toBe(Date.UTC(2026, 6, 1, 12, 30))
  })

  it('name one of two equal hours if they have an offset, also after a link has lost its plus', () => {
    expect(readMoment('2026-10-25T02:30+01:00', 'Europe/Vaduz')).toBe(Date.UTC(2026, 9, 25, 1, 30))
    expect(readMoment('2026-10-25T02:30 01:00', 'Europe/Vaduz')).toBe(Date.UTC(2026, 9, 25, 1, 30))
    expect(readMoment('2026-10-25T00:30:00.000Z', 'Europe/Vaduz')).toBe(Date.UTC(2026, 9, 25, 0, 30))
    expect(readMoment('2026-10-25T02:30', 'Europe/Vaduz')).toBe(Date.UTC(2026, 9, 25, 0, 30))
  })

  it('are written as they are read', () => {
    const instant = Date.UTC(2026, 10, 20, 13, 30)
    expect(instantToZoned(instant, 'Europe/Vaduz')).toBe('2026-11-20T14:30')
  })

  it('are refused if they are invalid or skipped by the clocks', () => {
    for (const text of ['', 'half past two', '2026-11-20', '2026-13-01T10:00Z', '2026-03-29T02:30'])
      expect(readMoment(text, 'Europe/Vaduz'), text).toBeNull()
  })

  it('are told apart by their distance from UTC where the clocks show them twice', () => {
    const nameOf = (instant: string, zone: string) => repeatedName(Date.parse(instant), zone)
    expect(nameOf('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('UTC+2')
    expect(nameOf('2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe('UTC+1')
    expect(nameOf('2026-10-25T02:00:00Z', 'Europe/Berlin')).toBe('')
    expect(nameOf('2026-10-24T00:30:00Z', 'Europe/Berlin')).toBe('')
    expect(nameOf('2026-03-29T00:59:00Z', 'Europe/Berlin')).toBe('')
    expect(nameOf('2026-11-01T05:30:00Z', 'America/New_York')).toBe('UTC\u22124')
    expect(nameOf('2026-04-04T14:45:00Z', 'Australia/Lord_Howe')).toBe('UTC+11')
    expect(nameOf('2026-04-04T15:15:00Z', 'Australia/Lord_Howe')).toBe('UTC+10:30')
    expect(nameOf('2026-10-25T00:30:00Z', 'Asia/Kolkata')).toBe('')
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

describe('days', () => {
  it('begin at midnight, or where the clocks skip midnight at the first time after it', () => {
    const at = (day: string, zone: string) => new Date(startOfDay(day, zone) ?? Number.NaN).toISOString()
    expect(at('2026-11-20', 'Europe/Vaduz')).toBe('2026-11-19T23:00:00.000Z')
    expect(at('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z')
    expect(startOfDay('', 'Europe/Vaduz')).toBeNull()
  })

  it('tell how their clocks change', () => {
    expect(clockChangeOf('2026-03-29', 'Europe/Vaduz')).toEqual({ from: '02:00', to: '03:00', isForward: true })
    expect(clockChangeOf('2026-10-25', 'Europe/Vaduz')).toEqual({ from: '03:00', to: '02:00', isForward: false })
    expect(clockChangeOf('2026-10-26', 'Europe/Vaduz')).toBeNull()
    expect(clockChangeOf('2026-04-05', 'Australia/Lord_Howe')).toEqual({ from: '02:00', to: '01:30', isForward: false })
    expect(clockChangeOf('2026-09-06', 'America/Santiago')).toEqual({ from: '00:00', to: '01:00', isForward: true })
    expect(clockChangeOf('2026-09-05', 'America/Santiago')).toBeNull()
  })
})
