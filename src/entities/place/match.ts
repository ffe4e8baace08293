/** The text in lower case and without accents, letter by letter, so that each letter keeps its position. */
export const plain = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLocaleLowerCase() || letter).join('')

/**
 * Splits a text into three parts: before, match and after. The match is the typed text at the start of a word; null if there is
 * no match.
 */
export function matchOf(text: string, typed: string): [before: string, match: string, after: string] | null {
  const wanted = plain(typed.trim())
  if (!wanted) return null
  const letters = [...text]
  const known = plain(text)
  for (let at = known.indexOf(wanted); at !== -1; at = known.indexOf(wanted, at + 1)) {
    if (at > 0 && /[\p{L}\p{N}]/u.test(known.charAt(at - 1))) continue
    const end = at + wanted.length
    return [letters.slice(0, at).join(''), letters.slice(at, end).join(''), letters.slice(end).join('')]
  }
  return null
}
