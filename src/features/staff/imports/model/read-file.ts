import { readCsv } from '@/components/data-table/import/csv-reader'
import { FileProblem } from '@/components/data-table/import/problem'
import { decodeText } from '@/components/data-table/import/read-text'
import { mostImportColumns, mostImportRows, mostImportText } from '@/types/rules'
import { columnLetters } from './cell-names'
import { ImportProblem } from './problem'

/** Maximum size of a file, in bytes. */
const MOST_BYTES = 20 * 1024 * 1024
/** Rows above the one with the columns' names, such as a title. */
const HEAD_ROWS = 10
const MOST = { rows: mostImportRows + HEAD_ROWS, columns: mostImportColumns }

/** Encodings of older programs, of which the person chooses one if a file is not Unicode. */
export const encodings = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1256'
] as const
export type Encoding = (typeof encodings)[number]

/** The cells of a file. `rows[n]` is row n + 1 of the file. */
export interface Table {
  name: string
  rows: readonly (readonly string[])[]
  /** The bytes of a file whose encoding is a guess; null if it is certain. */
  doubtful: Uint8Array | null
}

/** @throws ImportProblem `no_rows`, or the first row or cell that is too much */
function checked(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let last = rows.length
  while (last > 0 && rows[last - 1]?.every((cell) => cell.trim() === '')) last -= 1
  if (last > MOST.rows) throw new ImportProblem('too_many_rows', String(MOST.rows + 1))
  for (const [index, row] of rows.slice(0, last).entries()) {
    const wide = row.findIndex((cell, at) => at >= MOST.columns && cell.trim() !== '')
    if (wide >= 0) throw new ImportProblem('too_many_columns', `${columnLetters(wide)}${index + 1}`)
    const long = row.findIndex((cell) => cell.length > mostImportText)
    if (long >= 0) throw new ImportProblem('long_cell', `${columnLetters(long)}${index + 1}`)
  }
  if (last < 2) throw new ImportProblem('no_rows')
  return rows.slice(0, last)
}

/** Reads pasted cells, or the text of a file. */
export function readTable(text: string, name: string, doubtful: Uint8Array | null = null): Table {
  try {
    return { name, rows: checked(readCsv(text, undefined, true)), doubtful }
  } catch (error) {
    if (error instanceof FileProblem && (error.problem === 'unreadable' || error.problem === 'too_large')) {
      throw new ImportProblem(error.problem, error.about)
    }
    throw error
  }
}

/** Reads a text file again in the encoding that the person has chosen. */
export const readTableAs = (bytes: Uint8Array, name: string, encoding: Encoding): Table =>
  readTable(new TextDecoder(encoding).decode(bytes), name, bytes)

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/**
 * Reads a chosen file: CSV with any separator and in any encoding, or an Excel workbook.
 *
 * @throws ImportProblem
 */
export async function readFile(file: File): Promise<Table> {
  if (file.size > MOST_BYTES) throw new ImportProblem('too_large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new ImportProblem('old_excel')
  if (startsWith(bytes, 0x50, 0x4b)) {
    const { readXlsx } = await import('./xlsx-reader')
    return { name: file.name, rows: checked(readXlsx(bytes, MOST)), doubtful: null }
  }
  try {
    const { text, isGuess } = decodeText(bytes)
    return readTable(text, file.name, isGuess ? bytes : null)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    throw new ImportProblem(error.problem === 'packed' ? 'packed' : 'unreadable', error.about)
  }
}
