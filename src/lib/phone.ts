/** Matches a number with country code but without plus, as Auth stores verified numbers; shorter ones may be local numbers. */
const INTERNATIONAL = /^[1-9]\d{10,14}$/

/**
 * A phone number that can be dialled from anywhere. Auth stores verified numbers without the plus, so it is added: without it,
 * a phone would take the country code as part of a local number.
 *
 * @example dialled('423711652565') // '+423711652565'
 */
export function dialled(number: string): string {
  const digits = number.replace(/[^+\d]/g, '')
  return INTERNATIONAL.test(digits) ? `+${digits}` : digits
}
