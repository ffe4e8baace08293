/** A text reduced to letters and digits, so that commas and case do not matter in a comparison. */
export const plainWords = (text: string) =>
  text
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The server's name for a point; null if there is none, or if it says nothing else than the person's text. */
export function nameBeside(words: string, name: string | null): string | null {
  if (!name) return null
  const [typed, known] = [plainWords(words), plainWords(name)]
  return typed.includes(known) || (typed.length > 3 && known.includes(typed)) ? null : name
}
