import { readEmail } from '@/lib/typing/email'
import { looksLikePhone, phoneProblem, readTypedPhone } from '@/lib/typing/phones'

export type Contact = { kind: 'email'; value: string } | { kind: 'mobile'; value: string } | { error: string }

/**
 * Reads the contact field: returns an email address, a phone number with its country code, or an error key. A text that begins
 * with a digit of any script and has no `@` is a phone number; everything else is read as an email address.
 *
 * @param country the country chosen for numbers without a country code: '' if none is chosen, undefined if it is not asked for,
 * so that such numbers are the operator's country's
 */
export async function readContact(text: string, country?: string): Promise<Contact> {
  if (country === '') return { error: 'country_blank_error' }
  if (text.trim() === '') return { error: 'contact_input_error' }
  if (!looksLikePhone(text)) {
    const address = readEmail(text)
    return 'error' in address ? address : { kind: 'email', ...address }
  }
  const read = await readTypedPhone(text, country)
  // A code cannot be sent to an extension.
  return read ? { kind: 'mobile', value: read.number } : { error: phoneProblem(text, country) }
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
