import { describe, expect, it } from 'vitest'
import { codeProblem, LONGEST_CODE, readCode, SHORTEST_CODE } from './one-time-code'

const read = (text: string) => readCode(text, SHORTEST_CODE, LONGEST_CODE)

describe('a typed or pasted code', () => {
  it.each([
    ['123456', '123456'],
    ['12345678', '12345678'],
    ['1234567890', '1234567890'],
    ['123 456', '123456'],
    ['1234-5678', '12345678'],
    ['12 34 56 78', '12345678'],
    ['1234 – 5678', '12345678'],
    ['123\u00a0456\u202f78', '12345678'],
    ['123.456', '123456'],
    ['\u2067١٢٣٤٥٦٧٨\u2069', '12345678'],
    ['۱۲۳ ۴۵۶', '123456'],
    ['१२३४५६', '123456'],
    ['１２３４５６', '123456']
  ])('%j is %s', (text, code) => {
    expect(read(text)).toBe(code)
  })

  it.each([
    ['12345678 is your sign-in code. It is valid for 5 minutes.', '12345678'],
    ['SMS to +423 799 00 01\nYour code is 123456. Give it to nobody.', '123456'],
    ['رمزك هو ١٢٣٤٥٦٧٨، وهو صالح ٥ دقائق', '12345678']
  ])('the code is found in the message %j', (text, code) => {
    expect(read(text)).toBe(code)
  })

  it('an unfinished code stays as typed, and one beyond the longest is cut there', () => {
    expect(['', '1', '123 4', 'x'].map(read)).toEqual(['', '1', '1234', ''])
    expect(read('123456789012')).toBe('1234567890')
  })

  it('the start code of a ride has five digits', () => {
    expect(readCode('123456', 5, 5)).toBe('12345')
    expect(readCode('Code ١٢ ٣٤٥', 5, 5)).toBe('12345')
  })
})

// Spec 5.14, 8.14, 9.11
it('a sign-in code has six to ten digits', () => {
  expect(['12345', '12345678901'].map(codeProblem)).toEqual(['otp_validate_error', 'otp_validate_error'])
  expect(['123456', '12345678', '1234567890'].map(codeProblem)).toEqual([null, null, null])
})
