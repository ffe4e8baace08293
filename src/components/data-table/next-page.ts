import type { Cursor, Page } from './types'

/** Keyset pages: while a page is full, the next begins after its last row. */
export function pageOf<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => Cursor): Page<Row> {
  const last = rows.at(-1)
  return { rows, next: last !== undefined && rows.length === size ? cursorOf(last) : null }
}
