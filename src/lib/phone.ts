/** Digits of a number with its country code, as Auth stores verified numbers; a shorter number may be local. */
const INTERNATIONAL = /^[1-9]\d{10,14}$/

/**
 * A phone number as it can be dialled from anywhere. Auth stores verified numbers without the plus; without it, a phone takes
 * the country code as part of a local number.
 *
 * @example dialled('423711652565') // '+423711652565'
 */
export function dialled(number: string): string {
  const digits = number.replace(/[^+\d]/g, '')
  return INTERNATIONAL.test(digits) ? `+${digits}` : digits
}
