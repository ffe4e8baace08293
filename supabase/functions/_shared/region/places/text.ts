const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** Replacements for letters that Unicode does not decompose: what people type on keyboards without these letters. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
}

/**
 * Groups of spellings of one word, such as "road" and "rd". A search for one spelling finds all of its group.
 */
const SPELLINGS = [
  ['strasse', 'str'],
  ['st', 'sankt', 'saint', 'street', 'strasse'],
  ['platz', 'pl', 'place', 'plaza'],
  ['gasse', 'gass', 'g'],
  ['avenue', 'ave', 'av', 'avenida'],
  ['road', 'rd'],
  ['boulevard', 'blvd', 'bd'],
  ['doktor', 'dr', 'doctor'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['square', 'sq'],
  ['court', 'ct'],
  ['highway', 'hwy'],
  ['hauptbahnhof', 'hbf'],
  ['bahnhof', 'bhf', 'bf'],
  ['professor', 'prof'],
  ['mount', 'mt'],
  ['شارع', 'ش'],
]
const SPELLINGS_OF = new Map<string, Set<string>>()
for (const group of SPELLINGS) {
  for (const word of group) SPELLINGS_OF.set(word, new Set([...SPELLINGS_OF.get(word) ?? [], ...group]))
}

/** Stop words, such as "in" of "Hotel in Vaduz": they need not occur in a place's name or address. */
const FILLERS = new Set(
  ('in im am an auf bei beim der die das dem den des zu zum zur von vom fuer nach und oder the of at on to for and near ' +
    'de du des la le les el los al di da do في من الى على').split(' '),
)

// A house number with its letter, range or door ("12a", "12-14", "12/3"), or any other run of letters and digits.
const WORD = /\d+[a-z]?(?:[-/]\d+[a-z]?)*(?![\p{L}\p{M}\p{N}])|[\p{L}\p{M}\p{N}]+/gu

/** Returns a text in lower case, with umlauts written out and without accents: "staedtle" for "Städtle", "cafe" for "Café". */
export function fold(text: string): string {
  const lower = text.normalize('NFC').toLowerCase()
  return stripMarks(lower.replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter))
}

/** Returns a text in lower case without accents and dots: "stadtle" for "Städtle", as typed on keyboards without umlauts. */
export function strip(text: string): string {
  return stripMarks(text.toLowerCase())
}

/**
 * Removes accents, Arabic vowel signs, hamzas and the tatweel, and replaces the letters of `PLAIN`: people often omit these.
 */
function stripMarks(text: string): string {
  // Return early: most words are plain, and normalizing is slow.
  if (/^[a-z0-9]*$/.test(text)) return text
  return text.normalize('NFD').replace(/[\p{M}\u0640]/gu, '').replace(
    /[^\0-\x7f]/g,
    (letter) => PLAIN[letter] ?? letter,
  )
}

/**
 * Splits a text into words and house numbers. A number keeps its letter, its range and its door: "12 a" becomes
 * "12a", "12 - 14" becomes "12-14", and "12/3" stays. Arabic and Persian digits become ASCII digits.
 */
export function words(text: string): string[] {
  const lower = asciiDigits(text.normalize('NFC').toLowerCase())
  return ((/\d/.test(lower) ? joinNumbers(lower) : lower).match(WORD) ?? []).map(spellOut)
}

function joinNumbers(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}])(?:nr|no|num|hausnummer|رقم)[.\s]*(?=\d)/gu, ' ')
    // Drop the country before a postcode: "LI-9490" becomes "9490".
    .replace(/(?<![\p{L}\p{N}])[a-z]{1,2}-(?=\d{4,5}(?!\d))/gu, ' ')
    .replace(/(\d)[\s/]+([a-z])(?![\p{L}\p{N}.'])/gu, '$1$2')
    .replace(/(\d[a-z]?)\s*[-\u2013\u2212]\s*(?=\d)/g, '$1-')
}

function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}

function spellOut(word: string): string {
  if (word === 'str') return 'strasse'
  return word.length > 5 ? word.replace(/str$/, 'strasse') : word
}

/**
 * Returns all spellings of a word (as returned by `fold`), itself first: for "st" also "sankt", "saint", "street", "strasse".
 */
export function spellings(word: string): string[] {
  return [word, ...[...SPELLINGS_OF.get(word) ?? []].filter((other) => other !== word)]
}

/** Whether a word (as returned by `fold`) is a stop word. */
export function isFiller(word: string): boolean {
  return FILLERS.has(word)
}

/** Whether a word can be a house number: "12", "12a", "12-14", "12/3". */
export function isNumber(word: string): boolean {
  return /^\d{1,5}[a-z]?(?:[-/]\d{1,5}[a-z]?)*$/.test(word)
}

/** Returns a key that is equal for all spellings of a house number, such as "12 A" and "12a". */
export function numberKey(number: string): string {
  return asciiDigits(number.toLowerCase()).replace(/\s+/g, '').replace(/[\u2013\u2212]/g, '-')
}

/** Returns a key that is equal for all spellings of a street, such as "Zollstr.", "Zollstraße" and "Zoll Strasse". */
export function streetKey(name: string): string {
  return words(name).map(fold).join('').replace(/gasse$/, 'gass')
}
