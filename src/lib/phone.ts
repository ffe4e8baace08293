/** Digits of a number with its country, as Auth keeps proved numbers; with fewer it may be a local one. */
const INTERNATIONAL = /^[1-9]\d{10,14}$/

/**
 * A phone number as it is dialled from anywhere: Auth keeps proved numbers without their plus, and without it a phone
 * takes the country for a part of a local number.
 *
 * @example dialled('423711652565') // '+423711652565'
 */
export function dialled(number: string): string {
  const digits = number.replace(/[^+\d]/g, '')
  return INTERNATIONAL.test(digits) ? `+${digits}` : digits
}
