/** Returns whether PostgreSQL can store a text: it must contain no zero character and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/**
 * Parses JSON, and requires that PostgreSQL can store every text and every name in it.
 *
 * @throws SyntaxError, or RangeError if it is nested thousands deep
 */
export function parseStorable(json: string): unknown {
  return JSON.parse(json, (name, value: unknown) => {
    if (isStorable(name) && (typeof value !== 'string' || isStorable(value))) return value
    throw new SyntaxError('a text holds a zero character or half a character')
  })
}
