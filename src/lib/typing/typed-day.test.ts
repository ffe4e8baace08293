import { describe, expect, it } from 'vitest'
import { dayPattern, isDay, readDay, withDayMarks, writeDay } from './typed-day'

const today = '2026-11-23'
const read = (text: string, locale: string) => readDay(text, locale, today)

describe('a typed day', () => {
  it.each([
    ['en-GB', '22/11/2026'],
    ['en-GB', '22.11.26'],
    ['en-GB', '22 11 2026'],
    ['en-GB', '22-11'],
    ['en-GB', '22112026'],
    ['en-GB', '221126'],
    ['en-GB', '2211'],
    ['en-US', '1122'],
    ['sv', '1122'],
    ['ar-u-nu-latn', '٢٢١١'],
    ['en-GB', '22 Nov 2026'],
    ['en-GB', '22 november'],
    ['en-GB', 'Nov 22, 2026'],
    ['en-US', '11/22/2026'],
    ['en-US', '11/22'],
    ['en-US', '11222026'],
    ['en-US', 'November 22, 2026'],
    ['de-CH', '22.11.2026'],
    ['de-CH', '22.11.'],
    ['de-CH', '22. November 2026'],
    ['es', '22 de noviembre de 2026'],
    ['bg', '22.11.2026 г.'],
    ['ar-u-nu-latn', '22/11/2026'],
    ['ar-u-nu-latn', '22\u200f/11\u200f/2026'],
    ['ar-u-nu-latn', '٢٢/١١/٢٠٢٦'],
    ['ar-u-nu-latn', '٢٢ نوفمبر ٢٠٢٦'],
    ['fa-u-nu-latn', '۲۰۲۶/۱۱/۲۲'],
    ['ja', '2026年11月22日'],
    ['ja', '22/11/2026'],
    ['sv', '20261122']
  ])('of %s is read from "%s"', (locale, text) => {
    expect(read(text, locale)).toBe('2026-11-22')
  })

  it.each([
    'en-GB',
    'en-US',
    'de-CH',
    'ar-u-nu-latn',
    'ar-EG',
    'fa',
    'th',
    'ja',
    'ko',
    'bg',
    'hr',
    'bn',
    'mr',
    'ne',
    'my',
    'as'
  ])('of %s reads back as it is formatted, and 2026-11-22 is accepted everywhere', (locale) => {
    for (const day of ['2026-11-22', '2028-02-29', '2027-01-05']) {
      expect(read(writeDay(day, locale), locale)).toBe(day)
      expect(read(day, locale)).toBe(day)
    }
  })

  it.each([
    ['en-GB', '11/22/2026'],
    ['en-US', '22/11/2026'],
    ['en-GB', '31/02/2026'],
    ['en-GB', '29.2.2026'],
    ['en-GB', '5 Ju 2026'],
    ['en-GB', '22'],
    ['en-GB', '22/11/202'],
    ['en-GB', '22/11/20266'],
    ['en-GB', '22/11/2026/5'],
    ['en-GB', '22/11/2026 <b>'],
    ['en-GB', 'tomorrow'],
    ['en-GB', '2026-22-11'],
    ['en-GB', '0/0/0000'],
    ['sv', '05/06/2026'],
    ['en-GB', '']
  ])('of %s is invalid in "%s"', (locale, text) => {
    expect(read(text, locale)).toBeNull()
  })
})

it('days are formatted in the locale’s order and with its separators, always in the Gregorian calendar', () => {
  const written = ['en-GB', 'en-US', 'de-CH', 'ar-u-nu-latn', 'th'].map((locale) => writeDay('2026-11-05', locale))
  expect(written).toEqual(['05/11/2026', '11/05/2026', '05.11.2026', '05\u200f/11\u200f/2026', '05/11/2026'])
})

it('an empty field shows the locale’s order', () => {
  const letters = { day: 'DD', month: 'MM', year: 'YYYY' }
  expect(['en-GB', 'en-US', 'de-CH', 'fa'].map((locale) => dayPattern(locale, letters))).toEqual([
    'DD/MM/YYYY',
    'MM/DD/YYYY',
    'DD.MM.YYYY',
    'YYYY/MM/DD'
  ])
})

it('partial Arabic input has the position of the complete day', () => {
  expect(withDayMarks('22/11/2', 'ar-u-nu-latn')).toBe('22\u200f/11\u200f/2')
  expect(withDayMarks('22\u200f', 'ar-u-nu-latn')).toBe('22')
  expect(withDayMarks('22/11/2', 'en-GB')).toBe('22/11/2')
})

it('a day beyond its month, or before the year 1000, is invalid', () => {
  expect(['2026-11-30', '2026-11-31', '0999-01-01', '', '2026-1-1'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false
  ])
})
