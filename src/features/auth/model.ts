import { inCountry } from '@/lib/countries'
import { readEmail } from '@/lib/email'

/** Length of a one-time code (section 5 of the specification). */
export const OTP_LENGTH = 6

const looksNumeric = /^[+()\d\s./-]+$/

export type Contact = { kind: 'email'; value: string } | { kind: 'mobile'; value: string } | { error: string }

/**
 * Reads the contact field: returns an email address, a phone number with its country code, or an error key. Anything spelled
 * like a number is a phone number; everything else is read as an email address.
 *
 * @param country the country chosen for numbers without a country code: '' if none is chosen, undefined if it is not asked for
 */
export function readContact(text: string, country?: string): Contact {
  const value = text.trim()
  if (country === '') return { error: 'country_blank_error' }
  if (value === '') return { error: 'contact_input_error' }
  if (looksNumeric.test(value)) {
    const typed = value.replace(/^00/, '+').replace(/[^\d+]/g, '')
    if (typed.length <= 6) return { error: 'mobile_no_blank_error' }
    const digits = country === undefined ? typed : inCountry(typed, country)
    // Without its country code a number could reach somebody else.
    return /^\+[1-9]\d{6,14}$/.test(digits) ? { kind: 'mobile', value: digits } : { error: 'mobile_no_country' }
  }
  const address = readEmail(value)
  return 'error' in address ? address : { kind: 'email', ...address }
}

/** Returns the error key for a typed code; null if the code is complete. */
export const otpProblem = (code: string): string | null => (code.length === OTP_LENGTH ? null : 'otp_validate_error')

/** Appends the error code to the message about an unexpected failure (section 8 of the specification). */
export const withCode = (sentence: string, code: string | undefined): string =>
  code ? `${sentence} (${code})` : sentence

/**
 * Returns the reason for signing in that the page shows. `not_logged_in` is not shown, because it says only what the page
 * itself says (section 8 of the specification).
 */
export const visibleNotice = (notice: string | null): string | null => (notice === 'not_logged_in' ? null : notice)
