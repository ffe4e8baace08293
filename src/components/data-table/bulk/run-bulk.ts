import { type AppError, toAppError } from '@/lib/errors'

/** So many rows are worked on at the same time: quick enough, and the server has others to serve. */
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

/** Does one thing to each row by itself, some at the same time, and tells what became of each. A failure stops no other. */
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
