import { expect, it } from 'vitest'
import { readSpan, readTime, writeTime } from './typed-time'

it.each([
  ['en-GB', '14:30', '14:30'],
  ['en-GB', '14.30', '14:30'],
  ['en-GB', '1430', '14:30'],
  ['en-GB', '930', '09:30'],
  ['en-GB', '9 30', '09:30'],
  ['en-GB', '14', '14:00'],
  ['fr', '14h30', '14:30'],
  ['fr', '14h', '14:00'],
  ['en-US', '2:30 PM', '14:30'],
  ['en-US', '2pm', '14:00'],
  ['de-CH', '2 p.m.', '14:00'],
  ['en-US', '12 am', '00:00'],
  ['en-US', '12:15 pm', '12:15'],
  ['ar-u-nu-latn', '٢:٣٠ م', '14:30'],
  ['ar-u-nu-latn', '٠٨:٠٥', '08:05'],
  ['ar-u-nu-latn', '8 ص', '08:00'],
  ['ja', '2:30午', null],
  ['bn', '১৪:৩০', '14:30']
])('a time of %s is read from "%s" as %s', (locale, text, time) => {
  expect(readTime(text, locale)).toBe(time)
})

it.each(['', '24:00', '14:60', '13 pm', '0 am', '2:3', '14:30:00', '-1', 'noon', '2 xm', '12345'])(
  '"%s" is not a time of day',
  (text) => {
    expect(readTime(text, 'en-GB')).toBeNull()
  }
)

it('times are formatted with 24 hours in every language', () => {
  expect(['en-US', 'ar-u-nu-latn', 'de-CH'].map((locale) => writeTime('14:05', locale))).toEqual([
    '14:05',
    '14:05',
    '14:05'
  ])
})

it.each([
  ['en-GB', 'in 30 min', 30],
  ['en-GB', 'in 30', 30],
  ['en-GB', '30 minutes', 30],
  ['en-GB', '+45', 45],
  ['en-GB', 'In 2 hours', 120],
  ['de-CH', 'in 20 Minuten', 20],
  ['de-CH', 'in 2 Stunden', 120],
  ['de-CH', '20 Min.', 20],
  ['fr', 'dans 15 minutes', 15],
  ['ar-u-nu-latn', 'بعد ٣٠ دقيقة', 30],
  ['ar-u-nu-latn', 'بعد 5 دقائق', 5],
  ['ar-u-nu-latn', 'خلال 5 دقائق', 5]
])('a span from now in %s is read from "%s" as %s minutes', (locale, text, minutes) => {
  expect(readSpan(text, locale)).toBe(minutes)
})

it.each(['30', '14h', '2 h', '14:30', 'in', 'in 0 min', 'in 999 min', 'in 30 days', '-30', 'about 30 min'])(
  '"%s" is no span from now',
  (text) => {
    expect(readSpan(text, 'en-GB')).toBeNull()
  }
)
