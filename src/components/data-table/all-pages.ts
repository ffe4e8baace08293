import type { Cursor, Source, TableQuery } from './types'

/** Page size for reading all rows: the maximum that the database's list functions return. */
export const WHOLE_PAGE = 1000

/**
 * Yields all rows of a query, page by page. A page is requested after the caller has processed the previous one.
 *
 * @param columns ids of the wanted columns; default: all
 * @throws the AppError of the source, for example `needs_approval` if the operator limits how many rows one person may read
 */
export async function* allPages<Row>(
  source: Source<Row>,
  query: TableQuery,
  signal: AbortSignal,
  columns?: readonly string[]
): AsyncGenerator<readonly Row[]> {
  let after: Cursor | null = null
  do {
    signal.throwIfAborted()
    const page: Awaited<ReturnType<Source<Row>>> = await source(
      query,
      { after, size: WHOLE_PAGE, ...(columns && { columns }) },
      signal
    )
    yield page.rows
    after = page.next
  } while (after !== null)
}
