/** Letters and digits only, so that commas and case make no difference. */
export const plainWords = (text: string) =>
  text
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The server's name of a point, where the words that a person gave for it do not say the same; else null. */
export function nameBeside(words: string, name: string | null): string | null {
  if (!name) return null
  const [told, known] = [plainWords(words), plainWords(name)]
  return told.includes(known) || (told.length > 3 && known.includes(told)) ? null : name
}
