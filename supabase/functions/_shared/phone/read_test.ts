import { assertEquals } from '@std/assert'
import max from 'libphonenumber-js/max/metadata'
import min from 'libphonenumber-js/min/metadata'
import { readNumber, searchedDigits } from './read.ts'
import { numberCases } from './testing/cases.ts'
import { partsOf, telLink, textNumber, written } from './written.ts'

for (const [typed, country, stored, shown] of numberCases) {
  Deno.test(`phone: ${JSON.stringify(typed)} in ${country || 'no country'} is ${stored || 'no number'}`, () => {
    for (const metadata of [min, max]) {
      const read = readNumber(typed, country, metadata)
      assertEquals(read?.stored ?? '', stored)
      if (shown) assertEquals(read?.shown, shown)
      if (!read) continue
      // What is stored or shown is read again as the same number, in any country.
      for (const again of [read.stored, read.shown, written(read.stored)]) {
        assertEquals(readNumber(again, 'AR', metadata)?.stored, stored)
      }
    }
  })
}

Deno.test('phone: a number that is possible but was not given out is accepted and marked', () => {
  assertEquals(readNumber('+423 555 03 31', 'LI', min)?.isValid, false)
  assertEquals(readNumber('790 12 34', 'LI', min)?.isValid, true)
})

Deno.test('phone: a text message goes to the number without its extension, a call to both', () => {
  const stored = '+4235550101;ext=12'
  assertEquals(partsOf(stored), { number: '+4235550101', extension: '12' })
  assertEquals(textNumber(stored), '+4235550101')
  assertEquals(telLink(stored), 'tel:+4235550101;ext=12')
  assertEquals(telLink('117'), 'tel:117')
})

Deno.test('phone: a search finds whole numbers in any spelling, and parts of numbers', () => {
  for (const typed of ['00423 555 03 31', '+423 555 03 31', '+423 (0)555-03-31', '٠٠٤٢٣٥٥٥٠٣٣١']) {
    assertEquals(searchedDigits(typed, 'LI', min), '4235550331')
  }
  assertEquals(searchedDigits('555 03 31', 'LI', min), '5550331')
  assertEquals(searchedDigits('079 012 34 56', 'CH', min), '41790123456')
  assertEquals(searchedDigits('079 1', 'CH', min), '41791')
  assertEquals(searchedDigits('Anna 1', 'CH', min), '')
})
