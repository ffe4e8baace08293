import { AppError } from '@/lib/server/errors'
import { dayOf } from '@/lib/time/zoned'
import type { Column } from '../types'
import { csvWriter } from './csv'

export type FileFormat = 'csv' | 'xlsx'

/** Maximum rows of an Excel sheet below its header. */
export const SHEET_ROWS = 1_048_575

interface FileOptions<Row> {
  format: FileFormat
  label: string
  columns: readonly Column<Row>[]
  timeZone: string
  pages: AsyncIterable<readonly Row[]>
  onProgress: (rows: number) => void
  signal: AbortSignal
}

/**
 * Writes all rows to a file, page by page. Returns the file and its number of rows. The written parts are blobs, which the
 * browser keeps out of the page's memory, so only one page of rows is in memory at a time.
 *
 * @throws AppError of the source, or sheet_full; AbortError if it was stopped
 */
export async function writeFile<Row>(options: FileOptions<Row>): Promise<{ file: Blob; rows: number }> {
  const { format, label, columns, timeZone, pages, onProgress, signal } = options
  const heads = columns.map(({ label, fileLabel }) => fileLabel ?? label)
  const kinds = columns.map(({ kind }) => kind)
  const writer =
    format === 'csv'
      ? csvWriter(heads, kinds, timeZone)
      : (await import('./xlsx')).xlsxWriter(label, heads, kinds, timeZone)
  const pieces = [new Blob([writer.begin()])]
  let count = 0
  for await (const rows of pages) {
    signal.throwIfAborted()
    if (format === 'xlsx' && count + rows.length > SHEET_ROWS) throw new AppError('sheet_full')
    pieces.push(
      new Blob([writer.rows(rows.map((row) => columns.map(({ value, fileValue = value }) => fileValue(row))))])
    )
    count += rows.length
    onProgress(count)
  }
  pieces.push(new Blob([writer.end()]))
  return { file: new Blob(pieces, { type: writer.type }), rows: count }
}

/** Returns the file's name, such as "bookings-2026-11-22.csv". The day is that of `now` in the operator's time zone. */
export const fileName = (id: string, now: number, timeZone: string, format: FileFormat): string =>
  `${id}-${dayOf(now, timeZone)}.${format}`
