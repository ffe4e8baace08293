import { describe, expect, it } from 'vitest'
import { otpProblem, readContact } from './model'

describe('the contact field', () => {
  it('reads an address, whatever its case and spaces', () => {
    expect(readContact(' Mira.Beck@Hackney.Test ')).toEqual({ kind: 'email', value: 'mira.beck@hackney.test' })
  })

  it.each(['mira', 'mira@', 'mira@hackney', '@hackney.test', 'mi ra@hackney.test'])(
    'refuses %s as an address',
    (text) => {
      expect(readContact(text)).toEqual({ error: 'proper_email' })
    }
  )

  it('asks for something', () => {
    expect(readContact('  ')).toEqual({ error: 'contact_input_error' })
  })

  it('wants more than six digits of a number', () => {
    expect(readContact('123 456')).toEqual({ error: 'mobile_no_blank_error' })
    expect(readContact('+423 555 01 00')).toEqual({ kind: 'mobile', value: '+4235550100' })
  })
})

describe('the code', () => {
  it('has exactly six characters', () => {
    expect(otpProblem('12345')).toBe('otp_validate_error')
    expect(otpProblem('123456')).toBeNull()
  })
})
