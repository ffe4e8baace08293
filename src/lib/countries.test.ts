import { describe, expect, it } from 'vitest'
import { countriesIn, inCountry, isCountry } from './countries'

describe('a number of a country', () => {
  it.each([
    ['079 012 34 56', 'CH', '+41790123456'],
    ['790 12 34', 'LI', '+4237901234'],
    ['+49 171 1234567', 'CH', '+491711234567'],
    ['0049 171 1234567', 'CH', '+491711234567'],
    ['02 1234 5678', 'IT', '+390212345678'],
    ['8 912 345 67 89', 'RU', '+79123456789'],
    ['06 20 123 4567', 'HU', '+36201234567'],
    ['(212) 555-0100', 'US', '+12125550100'],
    ['055 123 4567', 'SA', '+966551234567']
  ])('%s in %s', (number, country, dialled) => {
    expect(inCountry(number, country)).toBe(dialled)
  })
})

it('countries are sorted by the language', () => {
  const german = countriesIn('de')
  expect(german.length).toBeGreaterThan(230)
  const names = german.map(({ name }) => name)
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'))
  expect(german.find(({ code }) => code === 'LI')).toEqual({ code: 'LI', name: 'Liechtenstein', dial: '+423' })
  expect(countriesIn('ar').find(({ code }) => code === 'LI')?.name).toBe('ليختنشتاين')
})

it('each country code occurs once', () => {
  const codes = countriesIn('en').map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(countriesIn('en').filter(({ name, code, dial }) => name === code || !/^\+[1-9]\d{0,3}$/.test(dial))).toEqual(
    []
  )
  expect([isCountry('LI'), isCountry('ZZ'), isCountry(''), isCountry(null)]).toEqual([true, false, false, false])
})
