import { describe, expect, it } from 'vitest'
import { signInError } from './commands'
import { readContact, visibleNotice, withCode } from './model'

describe('the contact field', () => {
  // Spec 5.12
  it('reads an address, whatever its case and spaces', () => {
    expect(readContact(' Mira.Beck@Hackney.Test ')).toEqual({ kind: 'email', value: 'mira.beck@hackney.test' })
  })

  it.each(['mira', 'mira@', 'mira@hackney', '@hackney.test', 'mi ra@hackney.test'])(
    'refuses %s as an address',
    (text) => {
      expect(readContact(text)).toEqual({ error: 'proper_email' })
    }
  )

  // Spec 5.11, 8.13
  it('requires an input', () => {
    expect(readContact('  ')).toEqual({ error: 'contact_input_error' })
  })

  // Spec 5.13
  it('requires more than six digits in a number', () => {
    expect(readContact('123 456')).toEqual({ error: 'mobile_no_blank_error' })
    expect(readContact('+423 555 01 00')).toEqual({ kind: 'mobile', value: '+4235550100' })
  })

  it('reads a number in digits of any script', () => {
    expect(readContact('+٤٢٣ ٥٥٥ ٠١ ٠٠')).toEqual({ kind: 'mobile', value: '+4235550100' })
    expect(readContact('۰۷۹ ۰۱۲ ۳۴ ۵۶', 'CH')).toEqual({ kind: 'mobile', value: '+41790123456' })
  })
})

describe('the choice of a country', () => {
  it('adds its code to a number without one', () => {
    expect(readContact('079 012 34 56', 'CH')).toEqual({ kind: 'mobile', value: '+41790123456' })
    expect(readContact('+423 555 01 00', 'CH')).toEqual({ kind: 'mobile', value: '+4235550100' })
    expect(readContact('0423 555 01', '')).toEqual({ error: 'country_blank_error' })
    expect(readContact('0423 555 01')).toEqual({ error: 'mobile_no_country' })
  })
})

// Spec 8.15, 8.51
it('an unexpected failure shows its code', () => {
  expect(withCode('That did not work.', 'hook_timeout')).toBe('That did not work. (hook_timeout)')
  expect(withCode('That did not work.', undefined)).toBe('That did not work.')
  expect(signInError({ code: 'hook_timeout', message: 'slow' })).toMatchObject({
    key: 'login_error',
    hint: 'hook_timeout'
  })
  expect(signInError({ code: 'otp_expired' })).toMatchObject({ key: 'otp_expired' })
})

// Spec 8.18
it('a person who was signed out is asked to sign in, without an error', () => {
  expect(visibleNotice('not_logged_in')).toBeNull()
  expect(visibleNotice('require_approval')).toBe('require_approval')
})
