// Phone numbers as they are stored, without the metadata of all countries, so that every page can show and dial them.

/**
 * A phone number as it is stored and passed on: E.164 (a plus and 6 to 15 digits), and for a connection behind a switchboard
 * with its extension, as in RFC 3966: `+4235550101;ext=12`.
 */
export const STORED_NUMBER = /^(\+[1-9]\d{5,14})(?:;ext=(\d{1,6}))?$/

/** Splits a stored number into its E.164 number and its extension ('' if it has none); null for any other text. */
export function partsOf(stored: string): { number: string; extension: string } | null {
  const [, number, extension = ''] = STORED_NUMBER.exec(stored) ?? []
  return number === undefined ? null : { number, extension }
}

/** Returns the number to which a text message goes: a message cannot be sent to an extension. */
export const textNumber = (stored: string): string => partsOf(stored)?.number ?? stored

/** Returns the link that calls a stored number. Phones dial the extension after the call is answered. */
export const telLink = (stored: string): string => `tel:${partsOf(stored) ? stored : stored.replace(/[^+*#\d]/g, '')}`

/** Matches a country calling code at the start of an E.164 number. ITU-T assigns those of one and of two digits by their first digits. */
const CALLING_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** How many digits stand together, by the number of digits after the country calling code. */
const GROUPS: Readonly<Record<number, readonly number[]>> = {
  7: [3, 2, 2],
  8: [4, 4],
  9: [2, 3, 2, 2],
  10: [3, 3, 4],
  11: [3, 4, 4],
}

/** Returns digits in groups that can be read and compared: three each where no other way is usual. */
export function inGroups(digits: string): string {
  const groups: string[] = []
  let rest = digits
  for (const size of GROUPS[digits.length] ?? []) {
    groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  while (rest.length > 4) {
    groups.push(rest.slice(0, 3))
    rest = rest.slice(3)
  }
  return [...groups, rest].filter(Boolean).join(' ')
}

/**
 * Returns a stored number as people read it, such as "+423 555 01 01 ext. 12". Any other text, such as the short number of an
 * emergency service, stays as it is.
 */
export function written(stored: string): string {
  const parts = partsOf(stored)
  if (!parts) return stored
  const [code = ''] = CALLING_CODE.exec(parts.number) ?? []
  const number = `${code} ${inGroups(parts.number.slice(code.length))}`
  return parts.extension ? `${number} ext. ${parts.extension}` : number
}
