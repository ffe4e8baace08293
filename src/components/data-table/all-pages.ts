import type { Cursor, Source, TableQuery } from './types'

/** Rows of one call where all of them are wanted: what the list functions give at most. */
export const WHOLE_PAGE = 1000

/**
 * All rows of a query, page after page; each is read when the one before has been dealt with.
 *
 * @param columns ids of the columns that are wanted; all without it
 * @throws AppError of the source: `needs_approval` where the operator limits how much one person reads
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
