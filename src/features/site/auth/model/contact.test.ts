import { beforeEach, describe, expect, it } from 'vitest'
import { setHomeCountry } from '@/lib/format/home-country'
import { signInError } from '../commands'
import { readContact, visibleNotice, withCode } from './contact'

beforeEach(() => setHomeCountry('LI'))

describe('the contact field', () => {
  // Spec 5.12
  it('reads an address, whatever its case and spaces', async () => {
    expect(await readContact(' Mira.Beck@Hackney.Test ')).toEqual({ kind: 'email', value: 'mira.beck@hackney.test' })
  })

  it.each(['mira', 'mira@', 'mira@hackney', '@hackney.test', 'mi ra@hackney.test'])(
    'refuses %s as an address',
    async (text) => {
      expect(await readContact(text)).toEqual({ error: 'proper_email' })
    }
  )

  // Spec 5.11, 8.13
  it('requires an input', async () => {
    expect(await readContact('  ')).toEqual({ error: 'contact_input_error' })
  })

  // Spec 5.13
  it('requires a complete number, of the operator’s country if it has no other', async () => {
    expect(await readContact('123 45')).toEqual({ error: 'mobile_no_blank_error' })
    expect(await readContact('+423 555 01 00')).toEqual({ kind: 'mobile', value: '+4235550100' })
    expect(await readContact('790 12 34')).toEqual({ kind: 'mobile', value: '+4237901234' })
  })

  it('sends no code to an extension', async () => {
    expect(await readContact('555-0101 x12')).toEqual({ kind: 'mobile', value: '+4235550101' })
  })
})

describe('the choice of a country', () => {
  it('is where a number without country code belongs to', async () => {
    expect(await readContact('079 012 34 56', 'CH')).toEqual({ kind: 'mobile', value: '+41790123456' })
    expect(await readContact('٠٥٠١٢٣٤٥٦٧', 'SA')).toEqual({ kind: 'mobile', value: '+966501234567' })
    expect(await readContact('+423 555 01 00', 'CH')).toEqual({ kind: 'mobile', value: '+4235550100' })
    expect(await readContact('0423 555 01', '')).toEqual({ error: 'country_blank_error' })
    setHomeCountry('')
    expect(await readContact('0423 555 01')).toEqual({ error: 'mobile_no_country' })
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
