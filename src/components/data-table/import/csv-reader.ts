import { withoutGuards } from '@/components/data-table/export/csv'
import { FileProblem } from './problem'

/** Maximum number of rows of a file: more than a busy month has. */
const MOST_ROWS = 200_000

const SIGNS = [',', ';', '\t', '|'] as const

/** Finds the separator: the sign that splits the first lines into equally many fields, ignoring quoted text. */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .slice(0, 40)
  const counts = SIGNS.map((sign) => {
    const per = lines.map((line) => line.split(sign).length - 1).filter((count) => count > 0)
    const usual = per.toSorted((a, b) => a - b)[Math.floor(per.length / 2)] ?? 0
    return { sign, score: per.filter((count) => count === usual).length * usual }
  })
  return counts.reduce((best, one) => (one.score > best.score ? one : best)).sign
}

/**
 * Parses CSV (RFC 4180) with any separator and line ending. Empty lines are skipped, unless `keepsEmpty` keeps them so that rows have
 * the numbers that a spreadsheet shows, and so are the apostrophes that our own files put before what looks like a formula.
 *
 * @throws FileProblem `too_large`, or `unreadable` for an unclosed quote
 */
export function readCsv(text: string, separator = separatorOf(text), keepsEmpty = false): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  const endField = () => {
    row.push(withoutGuards(field))
    field = ''
  }
  const endRow = () => {
    endField()
    if (keepsEmpty || row.some((one) => one.trim() !== '')) rows.push(row)
    row = []
    if (rows.length > MOST_ROWS) throw new FileProblem('too_large')
  }
  const from = text.startsWith('\uFEFF') ? 1 : 0
  for (let place = from; place < text.length; place++) {
    const sign = text[place] as string
    if (isQuoted) {
      if (sign !== '"') field += sign
      else if (text[place + 1] === '"') {
        field += '"'
        place++
      } else isQuoted = false
    } else if (sign === '"' && field.trim() === '') {
      field = ''
      isQuoted = true
    } else if (sign === separator) endField()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[place + 1] === '\n') place++
      endRow()
    } else field += sign
  }
  if (isQuoted) throw new FileProblem('unreadable', `"${field.slice(0, 40)}`)
  if (field !== '' || row.length > 0) endRow()
  return rows
}
