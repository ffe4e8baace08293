import type { Weight } from './faces.ts'
import { type Base, isRtlText, type ShapedLine, shapeLine } from './shape.ts'

/** Most characters of a text; longer texts end in an ellipsis, so that a name cannot fill a page. */
const MOST_LETTERS = 600

/** Breaks a word that does not fit at the end of the line. */
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

/** A text in lines of a width (in units of the size), all in the same direction. */
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
