/*
 * The characters that banks accept in a payment: letters, digits and marks of EPC217-08, which every bank of the European
 * payments area must accept. Other letters are transliterated to Latin.
 */

/** Letters that Unicode does not decompose. */
const letters: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
  ŧ: 't',
  '’': "'",
  '‘': "'",
  '`': "'",
  '´': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '–': '-',
  '—': '-',
  _: '-',
  '&': '+',
  ';': ',',
  '\\': '/',
  '|': '/',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '<': '(',
  '>': ')'
}

/** Transliteration of other scripts by ISO 9, ISO 843 and common use in payments, without diacritics. */
const scripts = [
  [
    'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ',
    'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya i yi ye g'
  ],
  ['αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'],
  [
    'ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأإؤئةىپچژگک',
    'a b t th j h kh d dh r z s sh s d t z a gh f q k l m n h w y  a a i u y a a p ch zh g k'
  ]
] as const

for (const [from, to] of scripts) {
  const written = to.split(' ')
  for (const [index, letter] of [...from].entries()) letters[letter] ??= written[index] ?? ''
}

const isUpper = (letter: string): boolean => letter !== letter.toLowerCase()
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

function latinOf(letter: string): string {
  const plain = letter.toLowerCase()
  const own = letters[plain] ?? letters[plain.normalize('NFKD').slice(0, 1)]
  return own === undefined ? letter : isUpper(letter) ? capital(own) : own
}

const FORBIDDEN = /[^A-Za-z0-9/\-?:().,'+ ]/g

/**
 * Converts a text to one that a bank accepts, of at most `most` characters. A slash at the start and double slashes are
 * removed, because bank systems read them as field markers.
 *
 * @example bankText('Büchel & Söhne', 70) // 'Buechel + Soehne'
 */
export function bankText(text: string, most: number): string {
  const latin = [...text.normalize('NFC')].map(latinOf).join('')
  return latin
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s/g, ' ')
    .replace(FORBIDDEN, '.')
    .replace(/\/{2,}/g, '/')
    .replace(/^[/ ]+/, '')
    .replace(/ {2,}/g, ' ')
    .slice(0, most)
    .trim()
}

/** Whether the text is a usable name: at least two Latin letters. */
export const isName = (text: string): boolean => /[A-Za-z].*[A-Za-z]/.test(text)
