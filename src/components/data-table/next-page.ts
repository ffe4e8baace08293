import type { Cursor, Page } from './types'

/**
 * Makes a `Page` of the rows that a request by cursor returned. If there are `size` rows, another page may follow: it begins
 * after the last row. Fewer rows mean that this is the last page.
 */
export function pageOf<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => Cursor): Page<Row> {
  const last = rows.at(-1)
  return { rows, next: last !== undefined && rows.length === size ? cursorOf(last) : null }
}
