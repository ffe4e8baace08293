import type { Weight } from './faces.ts'
import { type Base, isRtlText, type ShapedLine, shapeLine } from './shape.ts'

/** Largest number of characters of a text. Longer texts are cut and end in an ellipsis, so that a name cannot fill a page. */
const MOST_LETTERS = 600

/** Cuts a word that is longer than a line into parts that fit. */
function cutWord(word: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part !== '' && !fits(part + letter)) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

/** Breaks a text into lines of at most `width` (in units of the font size). All lines get the direction of the whole text. */
export function wrap(text: string, weight: Weight, width: number, base: Base = 'auto'): ShapedLine[] {
  const letters = [...text.replaceAll(/[ \t\r\n]+/g, ' ').trim()]
  const said = letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : letters.join('')
  const direction = base === 'auto' ? (isRtlText(said) ? 'rtl' : 'ltr') : base
  const fits = (part: string) => shapeLine(part, weight, direction).width <= width
  if (fits(said)) return [shapeLine(said, weight, direction)]
  const lines: string[] = []
  for (const word of said.split(' ').flatMap((one) => fits(one) ? [one] : cutWord(one, fits))) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => shapeLine(line, weight, direction))
}
