import type { CellValue, ColumnKind } from '../types'
import { offsetsOf, zonedIso } from './zoned-iso'

/** The byte order mark that starts the file: without it Excel does not read the file as UTF-8. */
const BOM = '\uFEFF'
/** Signs with which a formula begins, in both widths, and the separators with which programs split a line, whatever quotes say. */
const STARTS = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]'
const SEPARATORS = '[,;\t|\r\n]'

/** The place before a text that a spreadsheet would treat as a formula: at its beginning, or after a separator within it. */
const FORMULA = new RegExp(`(^|${SEPARATORS})(?=\\s*["']*\\s*${STARTS})|^(?=[\\t\\r])`, 'g')
const GUARD = new RegExp(`(^|${SEPARATORS})'(?=[\\t\\r]|\\s*["']*\\s*${STARTS})`, 'g')
/** A number that was written with its decimals. Spreadsheets read it as a number, also with a minus. */
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",;\t|\r\n]|^\s|\s$/

/** Returns a value as one field of a CSV file (RFC 4180). An apostrophe is put before what looks like a formula. */
function csvField(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  const text = NUMBER.test(value) ? value : value.replaceAll(FORMULA, "$1'")
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Takes off the apostrophes that `csvField` put before what looks like a formula. */
export const withoutGuards = (field: string): string => field.replaceAll(GUARD, '$1')

const csvLine = (values: readonly CellValue[]): string => `${values.map(csvField).join(',')}\r\n`

/** Returns a whole CSV file. Every export is written by this function or by {@link csvWriter}. */
export const csvFile = (rows: readonly (readonly CellValue[])[]): string => BOM + rows.map(csvLine).join('')

/**
 * Returns functions that write a table as CSV, piece by piece. Numbers have a decimal point; times are in the given time zone.
 */
export function csvWriter(heads: readonly string[], kinds: readonly (ColumnKind | undefined)[], timeZone: string) {
  const encoder = new TextEncoder()
  const offsetAt = offsetsOf(timeZone)
  const written = (value: CellValue, kind: ColumnKind | undefined): CellValue => {
    if (kind !== 'moment' || typeof value !== 'string') return value
    const at = Date.parse(value)
    return Number.isNaN(at) ? value : zonedIso(at, offsetAt(at))
  }
  return {
    type: 'text/csv;charset=utf-8',
    begin: () => encoder.encode(csvFile([heads])),
    rows: (rows: readonly (readonly CellValue[])[]) =>
      encoder.encode(rows.map((row) => csvLine(row.map((value, index) => written(value, kinds[index])))).join('')),
    end: () => new Uint8Array()
  }
}

export type FileWriter = ReturnType<typeof csvWriter>
