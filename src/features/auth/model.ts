import { inCountry } from '@/lib/countries'

/** Codes have exactly six characters (spec section 5). */
export const OTP_LENGTH = 6

const email = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const looksNumeric = /^[+()\d\s./-]+$/

export type Contact = { kind: 'email'; value: string } | { kind: 'mobile'; value: string } | { error: string }

/**
 * What was typed into the contact field: an address, a phone number with its country, or the key of what is wrong with it.
 * A number of any spelling is a phone number; anything else is meant as an address.
 *
 * @param country the one that was chosen for numbers that name none, '' where none was; undefined where none is asked for
 */
export function readContact(text: string, country?: string): Contact {
  const value = text.trim()
  if (country === '') return { error: 'country_blank_error' }
  if (value === '') return { error: 'contact_input_error' }
  if (looksNumeric.test(value)) {
    const typed = value.replace(/^00/, '+').replace(/[^\d+]/g, '')
    if (typed.length <= 6) return { error: 'mobile_no_blank_error' }
    const digits = country === undefined ? typed : inCountry(typed, country)
    // Without its country a number reaches somebody else.
    return /^\+[1-9]\d{6,14}$/.test(digits) ? { kind: 'mobile', value: digits } : { error: 'mobile_no_country' }
  }
  return email.test(value) ? { kind: 'email', value: value.toLowerCase() } : { error: 'proper_email' }
}

/** The key of what is wrong with a code, or null. */
export const otpProblem = (code: string): string | null => (code.length === OTP_LENGTH ? null : 'otp_validate_error')

/** The sentence with the code of a failure that nobody foresaw (spec section 8). */
export const withCode = (sentence: string, code: string | undefined): string =>
  code ? `${sentence} (${code})` : sentence

/** Why somebody is asked to sign in, where that says more than the page itself: `not_logged_in` is not told (spec section 8). */
export const visibleNotice = (notice: string | null): string | null => (notice === 'not_logged_in' ? null : notice)
