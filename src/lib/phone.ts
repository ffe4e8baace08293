/**
 * Matches a number with country code but without plus, as Auth stores verified numbers. It needs at least 11 digits, because
 * shorter numbers may be local ones.
 */
const INTERNATIONAL = /^[1-9]\d{10,14}$/

/**
 * Returns a phone number without spaces and signs, and adds the plus to a verified number. Auth stores verified numbers without
 * the plus. Without it, a phone would take the country code for the beginning of a local number.
 *
 * @example dialled('423711652565') // '+423711652565'
 */
export function dialled(number: string): string {
  const digits = number.replace(/[^+\d]/g, '')
  return INTERNATIONAL.test(digits) ? `+${digits}` : digits
}
