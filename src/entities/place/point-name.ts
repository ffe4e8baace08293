/** Letters and digits only, so that commas and case do not matter. */
export const plainWords = (text: string) =>
  text
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The server's name of a point, if the person's text differs; else null. */
export function nameBeside(words: string, name: string | null): string | null {
  if (!name) return null
  const [told, known] = [plainWords(words), plainWords(name)]
  return told.includes(known) || (told.length > 3 && known.includes(told)) ? null : name
}
