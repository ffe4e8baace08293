import type { Cursor, Page } from './types'

/** One page of a list that is read by cursor: if the page is full, the next page begins after its last row. */
export function pageOf<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => Cursor): Page<Row> {
  const last = rows.at(-1)
  return { rows, next: last !== undefined && rows.length === size ? cursorOf(last) : null }
}
