import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject, it } from 'vitest'
import { splitStatements } from '../../../stack/database/statements.ts'
import { faultOf } from '../../support/labels.ts'

/** Takes the outcome of one assertion; `name` is a sentence that is understood without the other titles. */
export type Report = (passed: boolean, name: string, detail?: string) => void

/**
 * Runs `work` while vitest collects the file, and makes a test of each outcome that it reports. The cases come from the
 * database's catalogue or from a matrix, so the tests of such a file are not known before.
 */
export async function outcomes(work: (report: Report) => Promise<void>): Promise<void> {
  const seen = new Set<string>()
  await work((passed, name, detail = '') => {
    const fault = faultOf(name, seen)
    it(name, () => {
      if (passed && fault === null) return
      const failure = new Error(fault ?? (detail || 'the assertion failed'))
      // The stack would only name this function.
      failure.stack = failure.message
      throw failure
    })
  })
}

/** Prints the seed and result of a run, so that it can be repeated. */
export const say = (text: string): void => console.log(text)

/** The superuser URL of this worker's database. The test files of a worker run one after the other. */
export function databaseUrl(): string {
  const url = inject('databases')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!url) throw new Error(`worker ${process.env.VITEST_POOL_ID} has no database`)
  return url
}

/** The rows of one query of this worker's database. */
export async function ask<Row extends object>(query: string): Promise<Row[]> {
  const sql = postgres(databaseUrl(), { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe<Row[]>(query))]
  } finally {
    await sql.end()
  }
}

class Rollback extends Error {}

/** Runs `work` in a savepoint, rolls it back and returns its value. */
export async function rolledBackPart<T>(
  tx: postgres.TransactionSql,
  work: (inner: postgres.TransactionSql) => Promise<T>
): Promise<T> {
  const values: T[] = []
  try {
    await tx.savepoint(async (inner) => {
      values.push(await work(inner))
      throw new Rollback()
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
  }
  return values[0] as T
}

/** Runs helpers.sql, the SQL `files` of this folder and then `work` in one transaction, and rolls it back. */
export async function rolledBack(
  files: readonly string[],
  work: (tx: postgres.TransactionSql) => Promise<void>
): Promise<void> {
  const connection = { client_min_messages: 'error' } as const
  const sql = postgres(databaseUrl(), { max: 1, onnotice: () => {}, connection })
  try {
    await sql.begin(async (tx) => {
      for (const file of ['helpers.sql', ...files])
        for (const { text } of splitStatements(readFileSync(join(import.meta.dirname, file), 'utf8')))
          await tx.unsafe(text)
      await work(tx)
      throw new Rollback()
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
  } finally {
    await sql.end()
  }
}

/** `outcomes` with `rolledBack`: `work` reports outcomes from a transaction that is rolled back. */
export function rolledBackOutcomes(
  files: readonly string[],
  work: (tx: postgres.TransactionSql, report: Report) => Promise<void>
): Promise<void> {
  return outcomes((report) => rolledBack(files, (tx) => work(tx, report)))
}
