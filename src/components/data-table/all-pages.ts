import type { Cursor, Source, TableQuery } from './types'

/** Page size for reading everything: the maximum that the list functions return. */
export const WHOLE_PAGE = 1000

/**
 * All rows of a query, page after page; each is read after the previous one was processed.
 *
 * @param columns ids of the wanted columns; default: all
 * @throws AppError of the source: `needs_approval` if the operator limits how much one person reads
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
