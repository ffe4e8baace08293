import type { CellValue, ColumnKind } from '../types'
import { offsetsOf, zonedIso } from './zoned-iso'

/** The byte order mark that starts the file: without it Excel does not read the file as UTF-8. */
const BOM = '\uFEFF'
/** Matches texts that a spreadsheet would treat as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** Returns a value as one field of a CSV file (RFC 4180). A text that looks like a formula gets an apostrophe before it. */
export function csvField(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  const text = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (fields: readonly string[]): string => `${fields.join(',')}\r\n`

/**
 * Returns functions that write a table as CSV, piece by piece. Numbers have a decimal point; times are in the given time zone.
 */
export function csvWriter(heads: readonly string[], kinds: readonly (ColumnKind | undefined)[], timeZone: string) {
  const encoder = new TextEncoder()
  const offsetAt = offsetsOf(timeZone)
  const field = (value: CellValue, kind: ColumnKind | undefined): string => {
    if (kind !== 'moment' || typeof value !== 'string') return csvField(value)
    const at = Date.parse(value)
    return Number.isNaN(at) ? csvField(value) : zonedIso(at, offsetAt(at))
  }
  return {
    type: 'text/csv;charset=utf-8',
    begin: () => encoder.encode(BOM + line(heads.map(csvField))),
    rows: (rows: readonly (readonly CellValue[])[]) =>
      encoder.encode(rows.map((row) => line(row.map((value, index) => field(value, kinds[index])))).join('')),
    end: () => new Uint8Array()
  }
}

export type FileWriter = ReturnType<typeof csvWriter>
