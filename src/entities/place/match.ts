/** Removes accents letter by letter, so that positions in the text stay the same. */
const plain = (text: string) =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLocaleLowerCase() || letter).join('')

/** The text in three parts with the typed text in the middle, at the start of a word; null if it does not occur. */
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
