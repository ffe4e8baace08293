/** Characters that control the direction of text: with them a name could make a line read differently than it is. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a text as one line of plain text for a header, a subject or a name: without control characters, line breaks and
 * marks that turn the direction of text around, cut to `most` characters.
 */
export function oneLine(text: string, most: number): string {
  const line = text.toWellFormed().replace(DIRECTIONS, '').replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
  return cut(line, most)
}

/** Returns the text of a message: well-formed, its line breaks as `\n`, without other control characters. */
export const plainText = (text: string): string =>
  // deno-lint-ignore no-control-regex
  text.toWellFormed().replace(/\r\n?/g, '\n').replace(DIRECTIONS, '').replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '')

/** Cuts a text to at most `most` characters as people count them, so that no letter loses its accent. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const letters = [...new Intl.Segmenter().segment(text.slice(0, most * 8))].map(({ segment }) => segment)
  return letters.slice(0, most).join('').slice(0, most * 8).trimEnd()
}

/** Whether a text is a mail address that has no meaning of its own in a header or a command of SMTP. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u.test(text)

/** Whether a text is a number in the form E.164. */
export const isNumber = (text: string): boolean => /^\+[1-9]\d{5,14}$/.test(text)
