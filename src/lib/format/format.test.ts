import { describe, expect, it } from 'vitest'
import {
  dateTag,
  formatDateTime,
  formatDistance,
  formatDuration,
  formatMoney,
  formatNumber,
  formatRate,
  formatTime,
  intlLocale
} from './format'

const rules = { symbol: 'CHF', decimal: 2, swipe_symbol: false }
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

it('a negative number has a minus sign in every style', () => {
  expect(formatNumber(-3.5, 'en-GB')).toBe('\u22123.5')
  expect(formatNumber(-0.25, 'en-GB', { style: 'percent', signDisplay: 'exceptZero' })).toBe('\u221225%')
  expect(formatNumber(-1200, 'en', { notation: 'compact' })).toBe('\u22121.2K')
  expect(plain(formatNumber(-7, 'en', { style: 'unit', unit: 'minute' }))).toBe('\u22127 min')
})

describe('money', () => {
  // Spec 9.25
  it('follows its symbol, with the decimals of the settings', () => {
    expect(plain(formatMoney(14.8, rules, 'en-GB'))).toBe('CHF 14.80')
    expect(plain(formatMoney(1234.5, { ...rules, decimal: 0 }, 'en-GB'))).toBe('CHF 1,235')
  })

  // Spec 9.25
  it('precedes its symbol with swipe_symbol', () => {
    expect(plain(formatMoney(14.8, { ...rules, swipe_symbol: true }, 'de'))).toBe('14,80 CHF')
  })

  it('has a minus sign if it is negative, in every language', () => {
    for (const locale of ['en-GB', 'de', intlLocale('de', 'LI'), 'ar'])
      expect(formatMoney(-1, rules, locale)).toMatch(/^\u061c?\u200e?−CHF\u00a01[.,]00$/)
  })

  it('is formatted for the country', () => {
    expect(plain(formatMoney(14.8, rules, intlLocale('de', 'LI')))).toBe('CHF 14.80')
    expect(intlLocale('de', '')).toBe('de')
    expect(intlLocale('en', 'LI')).toBe('en-GB')
  })

  it('has a minus sign before symbol and digits if it is negative', () => {
    const after = { ...rules, swipe_symbol: true }
    expect(plain(formatMoney(-1234.5, rules, 'en-GB'))).toBe('\u2212CHF 1,234.50')
    expect(plain(formatMoney(-14.8, rules, 'de-LI'))).toBe('\u2212CHF 14.80')
    expect(plain(formatMoney(-14.8, after, 'de'))).toBe('\u221214,80 CHF')
    expect(plain(formatMoney(-14.8, rules, 'sv'))).toBe('\u2212CHF 14,80')
    expect(plain(formatRate(-2.405, rules, 'en-GB'))).toBe('\u2212CHF 2.405')
  })

  it('keeps the minus on the left of the number in Arabic', () => {
    expect(plain(formatMoney(-14.8, rules, 'ar-u-nu-latn'))).toBe('\u200e\u2212CHF 14.80')
  })

  it('has no sign if it is rounded to zero', () => {
    expect(plain(formatMoney(-0.001, rules, 'en-GB'))).toBe('CHF 0.00')
    expect(plain(formatMoney(-0.001, rules, 'en-GB', 'exceptZero'))).toBe('CHF 0.00')
  })

  it('shows a change with its sign, a plus too', () => {
    expect(plain(formatMoney(3, rules, 'en-GB', 'exceptZero'))).toBe('+CHF 3.00')
    expect(plain(formatMoney(-3, rules, 'en-GB', 'exceptZero'))).toBe('\u2212CHF 3.00')
  })
})

describe('distance', () => {
  it('is in kilometres, below one in metres', () => {
    expect(plain(formatDistance(3.54, false, 'en-GB'))).toBe('3.5 km')
    expect(plain(formatDistance(0.347, false, 'en-GB'))).toBe('350 m')
    expect(plain(formatDistance(0.999, false, 'en-GB'))).toBe('1 km')
  })

  it('is in miles if the settings say so', () => {
    expect(plain(formatDistance(1.609344, true, 'en-GB'))).toBe('1 mi')
    expect(plain(formatDistance(0.161, true, 'en-GB'))).toBe('0.1 mi')
    expect(plain(formatDistance(0.04, true, 'en-GB'))).toBe('130 ft')
  })
})

describe('duration', () => {
  it('is never less than a minute and has hours from sixty on', () => {
    expect(plain(formatDuration(10, 'en-GB'))).toBe('1 min')
    expect(plain(formatDuration(420, 'en-GB'))).toBe('7 min')
    expect(plain(formatDuration(3900, 'en-GB'))).toBe('1 hr 5 min')
    expect(plain(formatDuration(7200, 'en-GB'))).toBe('2 hr')
  })
})

describe('Arabic', () => {
  it('is written in the digits of plates and phones', () => {
    const locale = intlLocale('ar', 'LI')
    expect(formatMoney(1234.5, { symbol: 'CHF', decimal: 2, swipe_symbol: false }, locale)).toContain('1,234.50')
    expect(formatDistance(3.5, false, locale)).toMatch(/^3\.5\sكم$/)
    expect(formatTime('2026-11-20T13:32:00Z', locale, 'Europe/Vaduz')).toBe('14:32')
  })
})

describe('times', () => {
  const at = '2026-11-20T13:32:00Z'
  const now = Date.parse('2026-11-26T08:00:00Z')
  it("are in the operator's time zone, whatever the device's", () => {
    expect(formatTime(at, 'en-GB', 'Europe/Vaduz')).toBe('14:32')
    expect(formatDateTime(at, 'en-GB', 'Europe/Vaduz', { now })).toMatch(/^Fri,? 20 Nov,? (at )?14:32$/)
    expect(formatDateTime(at, 'en-GB', 'Europe/Vaduz', { now, hasWeekday: false })).toMatch(/^20 Nov,? (at )?14:32$/)
  })

  it('have a year if it is not the current one on the operator’s calendar', () => {
    const newYear = '2026-12-31T23:30:00Z'
    expect(formatDateTime(newYear, 'en-GB', 'Europe/Vaduz', { now })).toMatch(/^1 Jan 2027,? (at )?00:30$/)
    expect(formatDateTime(newYear, 'en-GB', 'Europe/London', { now })).toMatch(/^Thu,? 31 Dec,? (at )?23:30$/)
  })
})

describe('dates of a language', () => {
  it('use the operator’s locale for the language, with the country if it names only a language', () => {
    expect(dateTag('de-CH', 'AT')).toBe('de-CH')
    expect(dateTag('de', 'AT')).toBe('de-AT')
    expect(dateTag('en', 'AT')).toBe('en-GB')
  })

  it('have Latin digits unless the operator’s locale names others', () => {
    const at = '2026-11-20T13:32:00Z'
    expect(formatTime(at, dateTag('fa-IR', 'LI'), 'Europe/Vaduz')).toBe('14:32')
    expect(formatTime(at, dateTag('fa-IR-u-nu-arabext', 'LI'), 'Europe/Vaduz')).toBe('۱۴:۳۲')
    expect(intlLocale('fa', 'LI')).toBe('fa-LI-u-nu-latn')
  })

  it('are British if the locale is invalid', () => {
    expect(dateTag('de-u-12', 'LI')).toBe('de-LI')
    expect(dateTag('not a tag', 'LI')).toBe('en-GB')
  })
})
