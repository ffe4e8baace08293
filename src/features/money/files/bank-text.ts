/*
 * What banks take in a payment: the letters, digits and marks that every bank of the European payments area has to take
 * (EPC217-08). Other letters are written by the Latin ones that stand for them.
 */

/** Letters that Unicode does not take apart into a letter and its mark. */
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

/** By the names of the letters in each script, as ISO 9, ISO 843 and common use in payments write them without marks. */
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
 * A text as a bank takes it, at most so long. It neither begins with a slash nor has two in a row, which bank systems
 * read as the beginning of something else.
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

/** Whether a bank can tell whose name it is. */
export const isName = (text: string): boolean => /[A-Za-z].*[A-Za-z]/.test(text)
