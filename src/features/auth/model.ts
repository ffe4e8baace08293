import { inCountry } from '@/lib/countries'
import { latinDigits } from '@/lib/digits'
import { readEmail } from '@/lib/email'

const looksNumeric = /^[+()\d\s./-]+$/

export type Contact = { kind: 'email'; value: string } | { kind: 'mobile'; value: string } | { error: string }

/**
 * Reads the contact field: returns an email address, a phone number with its country code, or an error key. Anything spelled
 * like a number, with digits of any script, is a phone number; everything else is read as an email address.
 *
 * @param country the country chosen for numbers without a country code: '' if none is chosen, undefined if it is not asked for
 */
export function readContact(text: string, country?: string): Contact {
  const typed = text.trim()
  const latin = latinDigits(typed)
  const isNumber = looksNumeric.test(latin)
  if (country === '') return { error: 'country_blank_error' }
  if (typed === '') return { error: 'contact_input_error' }
  if (isNumber) {
    const number = latin.replace(/^00/, '+').replace(/[^\d+]/g, '')
    if (number.length <= 6) return { error: 'mobile_no_blank_error' }
    const digits = country === undefined ? number : inCountry(number, country)
    // Without its country code a number could reach somebody else.
    return /^\+[1-9]\d{6,14}$/.test(digits) ? { kind: 'mobile', value: digits } : { error: 'mobile_no_country' }
  }
  const address = readEmail(typed)
  return 'error' in address ? address : { kind: 'email', ...address }
}

/** Returns whether an error is about the captcha. It is shown where the captcha is, and not at a field. */
export const isOfCaptcha = (key: string): boolean => key.startsWith('captcha_')

/** Appends the error code to the message about an unexpected failure (section 8 of the specification). */
export const withCode = (sentence: string, code: string | undefined): string =>
  code ? `${sentence} (${code})` : sentence

/**
 * Returns the reason for signing in that the page shows. `not_logged_in` is not shown, because it says only what the page
 * itself says (section 8 of the specification).
 */
export const visibleNotice = (notice: string | null): string | null => (notice === 'not_logged_in' ? null : notice)
