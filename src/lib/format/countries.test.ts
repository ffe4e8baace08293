import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { expect, it } from 'vitest'
import { written } from '../typing/phone'
import { countriesIn, isCountry } from './countries'

it('countries are sorted by the language', () => {
  const german = countriesIn('de')
  expect(german.length).toBeGreaterThan(230)
  const names = german.map(({ name }) => name)
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'))
  expect(german.find(({ code }) => code === 'LI')).toEqual({ code: 'LI', name: 'Liechtenstein', dial: '+423' })
  expect(countriesIn('ar').find(({ code }) => code === 'LI')?.name).toBe('ليختنشتاين')
})

it('the countries to choose are those whose numbers can be read, and numbers are shown with their calling codes', () => {
  const dials = new Map(countriesIn('en').map(({ code, dial }) => [code, dial]))
  for (const country of getCountries()) {
    const dial = `+${getCountryCallingCode(country)}`
    expect(written(`${dial}5550123`)).toBe(`${dial} 555 01 23`)
    // The list writes islands with an area of their own as people dial them: +1 876 for Jamaica.
    expect({ country, dial: dials.get(country)?.startsWith(dial) }).toEqual({ country, dial: true })
  }
})

it('each country code occurs once', () => {
  const codes = countriesIn('en').map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(countriesIn('en').filter(({ name, code, dial }) => name === code || !/^\+[1-9]\d{0,3}$/.test(dial))).toEqual(
    []
  )
  expect([isCountry('LI'), isCountry('ZZ'), isCountry(''), isCountry(null)]).toEqual([true, false, false, false])
})
