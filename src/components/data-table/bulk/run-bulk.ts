import { type AppError, toAppError } from '@/lib/server/errors'

/**
 * How many rows a bulk action processes at the same time. More would leave too little of the server's capacity for other
 * people.
 */
const AT_ONCE = 4

export interface Failure<Row> {
  row: Row
  error: AppError
}

interface BulkOptions<Row> {
  rows: AsyncIterable<readonly Row[]>
  run: (row: Row, signal: AbortSignal) => Promise<unknown>
  signal: AbortSignal
  onResult: (row: Row, error: AppError | null) => void
}

/** Runs an action for each row, some concurrently, and reports each result. A failure does not stop the others. */
export async function runBulk<Row>({ rows, run, signal, onResult }: BulkOptions<Row>): Promise<void> {
  const working = new Set<Promise<void>>()
  const work = async (row: Row) => {
    try {
      await run(row, signal)
      onResult(row, null)
    } catch (error) {
      onResult(row, toAppError(error))
    }
  }
  for await (const page of rows) {
    for (const row of page) {
      if (signal.aborted) break
      const job = work(row).finally(() => working.delete(job))
      working.add(job)
      if (working.size >= AT_ONCE) await Promise.race(working)
    }
    if (signal.aborted) break
  }
  await Promise.all(working)
}
