import { beforeEach, describe, expect, it } from 'vitest'
import { numberCases } from '../../../supabase/functions/_shared/phone/testing/cases'
import { setHomeCountry } from '../format/home-country'
import { searchedText } from '../server/searched-text'
import { telLink, textNumber } from './phone'
import {
  looksLikePhone,
  phoneProblem,
  readTypedPhone,
  searchedPhone,
  storedLine,
  storedMobile,
  storedPhone
} from './phones'

beforeEach(() => setHomeCountry('LI'))

describe('a typed phone number in the browser', () => {
  for (const [typed, country, stored, shown] of numberCases) {
    it(`${JSON.stringify(typed)} in ${country || 'no country'} is ${stored || 'no number'}`, async () => {
      setHomeCountry(country)
      const read = await readTypedPhone(typed)
      expect(read?.stored ?? '').toBe(stored)
      if (shown) expect(read?.shown).toBe(shown)
    })
  }

  it('the country that was chosen counts before the operator’s', async () => {
    expect((await readTypedPhone('079 012 34 56', 'CH'))?.stored).toBe('+41790123456')
  })
})

it('texts that begin with a digit of any script are numbers, others are addresses', () => {
  for (const text of ['079', '(079)', '+423', '＋423', 'tel:079', '٠٥٠', '\u202a+423'])
    expect(looksLikePhone(text)).toBe(true)
  for (const text of ['mira', '1@hackney.test', '+', '', 'Büchel 12']) expect(looksLikePhone(text)).toBe(false)
})

it('a number without a reading is refused, and without a country one that lacks its country code', async () => {
  await expect(storedPhone('123 45')).rejects.toMatchObject({ key: 'mobile_no_blank_error' })
  await expect(storedPhone('123 45', 'deliveryDetailMissing')).rejects.toMatchObject({ key: 'deliveryDetailMissing' })
  expect(await storedPhone('  ')).toBe('')
  setHomeCountry('')
  expect(phoneProblem('079 012 34 56')).toBe('mobile_no_country')
  expect(phoneProblem('+41')).toBe('mobile_no_blank_error')
})

it('an extension is called, but gets no text message', async () => {
  expect(await storedPhone('555-0101 x12')).toBe('+4235550101;ext=12')
  expect(await storedMobile('555-0101 x12')).toBe('+4235550101')
  expect(telLink('+4235550101;ext=12')).toBe('tel:+4235550101;ext=12')
  expect(textNumber('+4235550101;ext=12')).toBe('+4235550101')
})

it('an office may also have a short number of its country', async () => {
  expect(await storedLine('١١٧')).toBe('117')
  expect(await storedLine('555 01 01')).toBe('+4235550101')
  expect(await storedLine('1')).toBeNull()
  expect(await storedLine('call us')).toBeNull()
  setHomeCountry('AD')
  expect(await storedLine('345 678')).toBe('+376345678')
})

it('the desk searches by the digits that are stored', async () => {
  expect(await searchedPhone('00423 555 03 31')).toBe('4235550331')
  expect(await searchedPhone('555 03')).toBe('55503')
})

it('a search takes whole numbers in any spelling, and leaves names, plates and parts of numbers as they are', async () => {
  expect(await searchedText('00423 555 03 31')).toBe('4235550331')
  expect(await searchedText('٠٠٤٢٣٥٥٥٠٣٣١')).toBe('4235550331')
  for (const text of ['Beck', 'FL 28 114', '28 114', '555 03', 'ABCDEF']) expect(await searchedText(text)).toBe(text)
})

it('every field for a phone number shows how it is read', () => {
  const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true
  })
  const fields = Object.entries(sources).filter(([, source]) => /type=(?:"tel"|\{[^}]*'tel'[^}]*\})/.test(source))
  expect(fields.length).toBeGreaterThan(6)
  expect(fields.filter(([, source]) => !source.includes('usePhoneHint')).map(([path]) => path)).toEqual([])
})
