import { describe, expect, it } from 'vitest'
import { currencies, currencyOf, emergencyOf } from './facts'
import { proposeTown, type Town, townPatch, zoneAt, zonesOf } from './town'

const stored: Town = {
  country: 'LI',
  code: 'CHF',
  decimal: 2,
  symbol: 'CHF',
  swipe_symbol: false,
  cash_unit: 0,
  time_zone: 'UTC',
  convert_to_mile: false,
  panic: ''
}

describe('what is proposed for a town', () => {
  it.each([
    [
      'LI',
      9.5,
      { code: 'CHF', decimal: 2, cash_unit: 0.05, time_zone: 'Europe/Vaduz', panic: '112', swipe_symbol: false }
    ],
    ['MT', 14.5, { code: 'EUR', symbol: '€', time_zone: 'Europe/Malta', convert_to_mile: false, panic: '112' }],
    ['MC', 7.4, { code: 'EUR', swipe_symbol: true, time_zone: 'Europe/Monaco' }],
    ['GB', -0.1, { code: 'GBP', symbol: '£', convert_to_mile: true, time_zone: 'Europe/London' }],
    ['JP', 139.7, { code: 'JPY', decimal: 0, time_zone: 'Asia/Tokyo', panic: '' }],
    ['KW', 48, { code: 'KWD', decimal: 3, swipe_symbol: true }],
    ['AU', 151.2, { code: 'AUD', panic: '000' }]
  ])('is that of its country: %s', (country, lng, expected) => {
    expect(proposeTown(country, lng, stored)).toMatchObject({ country, ...expected })
  })

  it('is a time zone by the place where a country has several', () => {
    expect(zonesOf('ES').length).toBeGreaterThan(1)
    expect(zoneAt('ES', -15.4)).toBe('Atlantic/Canary')
    expect(zoneAt('ES', null)).toBe(zonesOf('ES')[0])
    const offset = (zone: string | null) =>
      new Intl.DateTimeFormat('en', { timeZone: zone ?? '', timeZoneName: 'longOffset' }).format(Date.UTC(2026, 0))
    expect(offset(zoneAt('US', -74))).toContain('GMT-05:00')
    expect(offset(zoneAt('US', -118))).toContain('GMT-08:00')
  })

  it('keeps the currency of a country that is in no list, and asks for its emergency number', () => {
    expect(proposeTown('AQ', 0, stored)).toMatchObject({ code: 'CHF', panic: '' })
  })

  it('leaves out a currency in which rides were booked', () => {
    const town = proposeTown('MT', 14.5, stored)
    expect(townPatch(town, false)).toEqual(town)
    expect(Object.keys(townPatch(town, true))).not.toContain('code')
    expect(Object.keys(townPatch(town, true))).not.toContain('decimal')
    expect(Object.keys(townPatch(town, true))).not.toContain('symbol')
  })
})

describe('facts about countries', () => {
  it('name each country and each currency once', () => {
    expect(new Set(currencies).size).toBe(currencies.length)
    expect(currencyOf('HR')).toBe('EUR')
    expect(currencyOf('XX')).toBeNull()
    expect(emergencyOf('BR')).toBeNull()
  })
})
