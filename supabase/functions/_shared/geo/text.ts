const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** Lower case with umlauts written out: "Städtle" -> "staedtle", "Straße" -> "strasse", "Café" -> "cafe". */
export function fold(text: string): string {
  const lower = text.normalize('NFC').toLowerCase()
  return stripAccents(lower.replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter))
}

/** Lower case without any marks: "Städtle" -> "stadtle", as people write who lack the key. */
export function strip(text: string): string {
  return stripAccents(text.toLowerCase().replace(/ß/g, 'ss'))
}

function stripAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

/** Splits a text into words and numbers; a number keeps its letter ("12a"). */
export function words(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/(\d+)\s+([a-z])(?=$|[\s,])/g, '$1$2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word === 'str' ? 'strasse' : word.length > 5 ? word.replace(/str$/, 'strasse') : word))
}

/** Whether a word can be a house number. */
export function isNumber(word: string): boolean {
  return /^\d+[a-z]?$/.test(word)
}

/** One key for all spellings of a street: "Zollstr.", "Zollstraße" and "Zoll Strasse" are the same. */
export function streetKey(name: string): string {
  return words(name).map(fold).join('')
}
