import { describe, expect, it } from 'vitest'
import { countriesIn } from '@/lib/format/countries'
import { currencies, currencyOf, emergencyIn, emergencyOf, taxNameIn } from './facts'
import { missingIn, proposeTown, type Town, townPatch, zoneIn, zonesOf } from './town'

const stored: Town = {
  country: 'LI',
  code: 'CHF',
  decimal: 2,
  symbol: 'CHF',
  swipe_symbol: false,
  cash_unit: 0,
  time_zone: 'UTC',
  convert_to_mile: false,
  panic: '',
  tax_name: ''
}

describe('what is proposed for a town', () => {
  it.each([
    ['CH', { tax_name: 'MwSt.' }],
    ['LI', { code: 'CHF', decimal: 2, cash_unit: 0.05, time_zone: 'Europe/Vaduz', panic: '112', swipe_symbol: false }],
    ['MT', { code: 'EUR', symbol: '€', time_zone: 'Europe/Malta', convert_to_mile: false, panic: '112' }],
    ['MC', { code: 'EUR', swipe_symbol: true, time_zone: 'Europe/Monaco' }],
    ['GB', { code: 'GBP', symbol: '£', convert_to_mile: true, time_zone: 'Europe/London' }],
    ['JP', { code: 'JPY', decimal: 0, time_zone: 'Asia/Tokyo', panic: '' }],
    ['KW', { code: 'KWD', decimal: 3, swipe_symbol: true }],
    ['CV', { code: 'CVE', symbol: 'CVE' }],
    ['PR', { code: 'USD', convert_to_mile: false }],
    ['AU', { code: 'AUD', panic: '000' }]
  ])('is that of its country: %s', (country, expected) => {
    expect(proposeTown(country, stored)).toMatchObject({ country, ...expected })
  })

  it.each([
    ['Madrid', 'ES', 'Europe/Madrid'],
    ['Las Palmas', 'ES', 'Atlantic/Canary'],
    ['Lisbon', 'PT', 'Europe/Lisbon'],
    ['Atlanta', 'US', 'America/New_York'],
    ['Phoenix', 'US', 'America/Phoenix'],
    ['Sydney', 'AU', 'Australia/Sydney'],
    ['Berlin', 'DE', 'Europe/Berlin']
  ])('has the time zone of the device in a country with several: %s', (_, country, device) => {
    expect(zonesOf(country).length).toBeGreaterThan(1)
    expect(proposeTown(country, stored, false, device).time_zone).toBe(device)
  })

  it('has the only time zone of a country, wherever the device is', () => {
    expect(zoneIn('LI', 'America/New_York')).toBe('Europe/Vaduz')
    expect(zoneIn('IN', 'UTC')).toBe(zonesOf('IN')[0])
  })

  it.each(['Europe/Vaduz', 'UTC', 'Asia/Tokyo', 'Etc/GMT+5'])(
    'has no time zone in a country with several while the device is elsewhere: %s',
    (device) => {
      for (const country of ['ES', 'PT', 'US', 'AU']) expect(zoneIn(country, device)).toBeNull()
      expect(missingIn(proposeTown('US', stored, false, device))).toEqual(['time_zone', 'tax_name'])
    }
  )

  it('knows a time zone by each of its names', () => {
    expect(zonesOf('UA').length).toBeGreaterThan(1)
    expect(zonesOf('UA')).toContain(zoneIn('UA', 'Europe/Kyiv'))
    expect(zonesOf('UA')).toContain(zoneIn('UA', 'Europe/Kiev'))
  })

  it('lacks a name of the tax where none is known or where it differs within the country', () => {
    expect(proposeTown('US', stored).tax_name).toBe('')
    expect(missingIn(proposeTown('BR', stored))).toContain('tax_name')
    expect(missingIn({ ...proposeTown('AD', stored), tax_name: 'IGI' })).not.toContain('tax_name')
  })

  it('lacks an emergency number where none is known', () => {
    expect(missingIn(proposeTown('LI', stored))).toEqual([])
    expect(missingIn(proposeTown('JP', stored))).toEqual(['panic'])
    expect(missingIn({ ...proposeTown('JP', stored), panic: '110' })).toEqual([])
  })

  it('keeps the currency of a country that is in no list, and asks for its emergency number', () => {
    expect(proposeTown('AQ', stored)).toMatchObject({ code: 'CHF', panic: '' })
  })

  it('keeps a currency in which rides were booked', () => {
    const kept = { code: 'CHF', symbol: 'CHF', swipe_symbol: false, decimal: 2, cash_unit: 0 }
    expect(proposeTown('MT', stored, true)).toMatchObject({ ...kept, country: 'MT', time_zone: 'Europe/Malta' })
  })

  it('leaves out a currency in which rides were booked', () => {
    const town = proposeTown('MT', stored)
    expect(townPatch(town, false)).toEqual(town)
    expect(Object.keys(townPatch(town, true))).not.toContain('code')
    expect(Object.keys(townPatch(town, true))).not.toContain('decimal')
    expect(Object.keys(townPatch(town, true))).not.toContain('symbol')
  })
})

describe('facts about countries', () => {
  it('name each country and each currency once', () => {
    expect(new Set(currencies).size).toBe(currencies.length)
    expect(countriesIn('en').filter(({ code }) => currencyOf(code) === null)).toEqual([])
    expect(currencyOf('HR')).toBe('EUR')
    expect(currencyOf('XX')).toBeNull()
    expect(emergencyOf('BR')).toBeNull()
    for (const { code } of countriesIn('en')) {
      for (const fact of [emergencyIn(code), taxNameIn(code)]) expect(fact?.source).not.toBe('')
    }
    expect(taxNameIn('FR')).toEqual({ value: 'TVA', source: 'Directive 2006/112/EC' })
  })
})
