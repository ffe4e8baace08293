import { fold, isFiller, isNumber, words } from './text.ts'

// Limits of a search text. The rest is ignored: people do not type more, and a long text must not cost more time.
const MOST_LETTERS = 200
const MOST_WORDS = 12
const MOST_LETTERS_OF_WORD = 40

const BETWEEN_STREETS =
  /\s+[/\\&+@×|]\s*|\s*[/\\&+@×|]\s+|(?<=\p{L}\p{L})[/\\&+@×|](?=\p{L})|\s(?:-|–|and|und|corner|corner of|ecke|kreuzung|x|at|et|e|y|و|مع|تقاطع)\s/iu
const CROSSING_BEFORE = /^\s*(?:ecke|kreuzung|crossing|corner(?: of)?|intersection(?: of)?|junction(?: of)?|تقاطع)\s+/iu

/** A partly typed search text, split into words in the form that `fold` returns. */
export interface Query {
  /** Words and numbers, including stop words. */
  words: string[]
  /** Whether the last word may be incomplete. */
  isOpen: boolean
  /**
   * The words of two streets, if the text names a crossing ("A / B"), else null. The second list is empty until the second name
   * is typed.
   */
  crossing: [string[], string[]] | null
  /**
   * Whether the text begins with a word for a crossing ("Ecke …"). The names of the two streets follow, but the text may not
   * show where the first name ends.
   */
  isCrossing: boolean
}

/** Parses a partly typed search text. */
export function readQuery(keyword: string): Query {
  const text = keyword.slice(0, MOST_LETTERS)
  const plain = text.replace(CROSSING_BEFORE, '')
  const sides = BETWEEN_STREETS.exec(plain)
  const crossing = sides && !/^\s*\d/.test(plain.slice(sides.index + sides[0].length))
    ? [folded(plain.slice(0, sides.index)), folded(plain.slice(sides.index + sides[0].length))] as [string[], string[]]
    : null
  return {
    words: folded(text),
    isOpen: !/[\s,;.]$/.test(text),
    crossing: crossing && crossing[0].length > 0 ? crossing : null,
    isCrossing: plain !== text,
  }
}

/** Returns the words without repeats and stop words; if all are stop words, returns them without repeats. */
export function significantWords(list: readonly string[]): string[] {
  const left = new Set(list.filter((word) => !isFiller(word)))
  return [...(left.size > 0 ? left : new Set(list))]
}

/**
 * Returns up to three ways to read one of the words as a house number: the number, the other words, and whether the number is
 * the last word.
 */
export function numberReadings(list: readonly string[]): { number: string; rest: string[]; isLast: boolean }[] {
  return list.flatMap((word, i) => {
    const rest = list.filter((_, other) => other !== i)
    return isNumber(word) && rest.some((other) => !isNumber(other))
      ? [{ number: word, rest, isLast: i === list.length - 1 }]
      : []
  }).reverse().slice(0, 3)
}

/** Returns all ways to split the words into the names of two streets. */
export function cuts(list: readonly string[]): [string[], string[]][] {
  return list.slice(1).map((_, i) => [list.slice(0, i + 1), list.slice(i + 1)])
}

function folded(text: string): string[] {
  return words(text).slice(0, MOST_WORDS).map((word) => fold(word.slice(0, MOST_LETTERS_OF_WORD))).filter(Boolean)
}
