import { expect, it } from 'vitest'
import { plainText, poppedNumber, searchedNumber } from './number'

it.each([
  ['+423 555 01 23', '+4235550123'],
  ['٠٧٩ ١٢٣ ٤٥ ٦٧', '0791234567'],
  ['(0)79-123.45.67', '(0)791234567'],
  ['079', null],
  ['Büchel', null],
  ['Room 1234', null]
])('people are found by the number in %s', (text, found) => {
  expect(searchedNumber(plainText(text))).toBe(found)
})

it.each([
  ['#phone=%2B423%20555%2001%2023', '+423 555 01 23'],
  ['#phone=+4235550123', '+4235550123'],
  ['#call=7&phone=0791234567', '0791234567'],
  ['#phone=', ''],
  ['#telephone=1', null],
  ['', null]
])('the page is opened by %s', (hash, number) => {
  expect(poppedNumber(hash)).toBe(number)
})

it('a fragment is read as one line of text, whatever it contains', () => {
  expect(poppedNumber('#phone=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E')).toBe('<img src=x onerror=alert(1)>')
  expect(poppedNumber('#phone=%E2%80%AE12%0A34%00%E0%A4%A')).toMatch(/12/)
  expect(poppedNumber('#phone=%E2%80%AE12%0A34%00')).toBe('1234')
  expect(poppedNumber(`#phone=${'9'.repeat(5000)}`)).toHaveLength(60)
})
