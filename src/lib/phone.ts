/**
 * Matches a number with country code but without plus, as Auth stores verified numbers. It needs 11 digits, because shorter
 * numbers may be local ones.
 */
const INTERNATIONAL = /^[1-9]\d{10,14}$/

/**
 * Returns a phone number in a form that can be dialled from anywhere. Auth stores verified numbers without the plus. Without
 * the plus, a phone would take the country code for the beginning of a local number.
 *
 * @example dialled('423711652565') // '+423711652565'
 */
export function dialled(number: string): string {
  const digits = number.replace(/[^+\d]/g, '')
  return INTERNATIONAL.test(digits) ? `+${digits}` : digits
}
