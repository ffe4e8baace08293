import { expect, it } from 'vitest'
import { currencyFacts } from '@/lib/format/format'
import { patterns } from '@/types/limits'
import { currencyName } from './names'
import { longList } from './options'

it('countries are named and sorted in the page’s language, and the database accepts them all', () => {
  const [first] = longList('country', 'de', 'LI')
  expect(first).toEqual({ value: 'AF', label: 'Afghanistan' })
  const options = longList('country', 'ar', 'LI')
  expect(options.find(({ value }) => value === 'LI')?.label).toBe('ليختنشتاين')
  expect(options.length).toBe(249)
  expect(options.filter(({ value }) => !new RegExp(patterns.settings.country).test(value))).toEqual([])
})

it('a stored value stays in the list, even if the browser does not know it', () => {
  expect(longList('country', 'en', 'XK').some(({ value }) => value === 'XK')).toBe(true)
  expect(longList('time_zone', 'en', 'Mars/Olympus')[0]).toEqual({ value: 'Mars/Olympus', label: 'Mars/Olympus' })
  expect(longList('currency', 'en', 'XYZ').some(({ value }) => value === 'XYZ')).toBe(true)
})

it('a currency is listed by its code and its name', () => {
  expect(currencyName('CHF', 'en')).toBe('CHF · Swiss Franc')
  expect(currencyName('', 'en')).toBe('')
})

it('a currency proposes its symbol, unmistakable in the language, and its decimals', () => {
  expect(currencyFacts('JPY', 'en')).toEqual({ symbol: '¥', decimals: 0, isSymbolLast: false })
  expect(currencyFacts('KWD', 'de')).toEqual({ symbol: 'KWD', decimals: 3, isSymbolLast: true })
  expect(currencyFacts('CVE', 'pt-CV').symbol).toBe('CVE')
  expect(currencyFacts('AED', 'ar')).toEqual({ symbol: 'د.إ.', decimals: 2, isSymbolLast: true })
})
