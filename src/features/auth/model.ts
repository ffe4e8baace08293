/** Codes have exactly six characters (spec section 5). */
export const OTP_LENGTH = 6

const email = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const looksNumeric = /^[+()\d\s./-]+$/

export type Contact = { kind: 'email'; value: string } | { kind: 'mobile'; value: string } | { error: string }

/**
 * What was typed into the contact field: an address, a phone number with its country, or the key of what is wrong with it.
 * A number of any spelling is a phone number; anything else is meant as an address.
 */
export function readContact(text: string): Contact {
  const value = text.trim()
  if (value === '') return { error: 'contact_input_error' }
  if (looksNumeric.test(value)) {
    const digits = value.replace(/^00/, '+').replace(/[^\d+]/g, '')
    if (digits.length <= 6) return { error: 'mobile_no_blank_error' }
    // Without its country a number reaches somebody else.
    return /^\+[1-9]\d{6,14}$/.test(digits) ? { kind: 'mobile', value: digits } : { error: 'mobile_no_country' }
  }
  return email.test(value) ? { kind: 'email', value: value.toLowerCase() } : { error: 'proper_email' }
}

/** The key of what is wrong with a code, or null. */
export const otpProblem = (code: string): string | null => (code.length === OTP_LENGTH ? null : 'otp_validate_error')
