import { expect, it } from 'vitest'
import { decimalsProblem, readDecimal, writeDecimal } from './decimal'

const read = (text: string, locale = 'en-GB', decimals = 2) => readDecimal(text, locale, decimals)

it.each([
  ['7.50', '7.5'],
  ['7,50', '7.5'],
  ['  7.5 ', '7.5'],
  ['007', '7'],
  ['0', '0'],
  ['-0', '0'],
  ['0,125', null],
  ['1,234.50', '1234.5'],
  ['1.234,50', '1234.5'],
  ['1’234.50', '1234.5'],
  ['1\u00a0234,5', '1234.5'],
  ['1,234,567', '1234567'],
  ['−3', '-3'],
  ['٧٫٥٠', '7.5'],
  ['\u200f۱۲٫۵', '12.5'],
  ['١٬٢٣٤٫٥', '1234.5'],
  ['7.5.0', null],
  ['7.', '7'],
  ['.5', null],
  ['', null],
  ['1e3', null],
  ['Infinity', null],
  ['0x10', null],
  ['7.505', null],
  ['9999999999999999', null]
])('%j is read as %j', (text, value) => {
  expect(read(text)).toBe(value)
})

it('an ambiguous comma is refused unless it is the locale’s decimal separator', () => {
  expect(read('1,234', 'en-GB', 4)).toBeNull()
  expect(read('1,234', 'de-DE', 4)).toBe('1.234')
  expect(read('1.234', 'de-DE', 4)).toBeNull()
  expect(read('1.234', 'en-GB', 4)).toBe('1.234')
  expect(read('0,125', 'en-GB', 4)).toBe('0.125')
})

it('a number written with the locale’s separator reads back unchanged', () => {
  expect(writeDecimal(3.5, 'en-GB', 2)).toBe('3.50')
  expect(writeDecimal(3.5, 'de-DE', 2)).toBe('3,50')
  expect(writeDecimal(1234567.25, 'de-DE', 2)).toBe('1234567,25')
  expect(writeDecimal(0.1 + 0.2, 'en-GB', 2)).toBe('0.30')
  for (const locale of ['en-GB', 'de-DE', 'de-LI', 'ar-u-nu-latn', 'ar-EG', 'fr-FR']) {
    expect(readDecimal(writeDecimal(1204.05, locale, 2), locale, 2)).toBe('1204.05')
  }
})

it.each([
  ['12.345', 2, 'decimals_2'],
  ['12,3456', 2, 'decimals_2'],
  ['٧٫٥٠٥', 2, 'decimals_2'],
  ['1,234.505', 2, 'decimals_2'],
  ['7.5', 0, 'decimals_0'],
  ['0.12345', 4, 'decimals_4'],
  ['7.50', 2, null],
  ['7.500', 2, null],
  ['7.5.0', 2, null],
  ['seven', 2, null],
  ['', 2, null]
])('of %j with %i decimals the refusal names the decimals: %s', (text, decimals, key) => {
  expect(decimalsProblem(text, 'en-GB', decimals)).toBe(key)
})
