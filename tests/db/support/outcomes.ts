import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject, it } from 'vitest'
import { splitStatements } from '../../../stack/database/statements.ts'
import { faultOf } from '../../support/labels.ts'

/** Takes the outcome of one assertion; `name` is a sentence that stands alone. */
export type Report = (passed: boolean, name: string, detail?: string) => void

/**
 * Tries things while the file is collected, and makes a test of each outcome that is reported. What there is to try is in
 * the catalogue or in a matrix, so the tests of such a file are not known before.
 */
export async function outcomes(work: (report: Report) => Promise<void>): Promise<void> {
  const seen = new Set<string>()
  await work((passed, name, detail = '') => {
    const fault = faultOf(name, seen)
    it(name, () => {
      if (passed && fault === null) return
      const failure = new Error(fault ?? (detail || 'this does not hold'))
      // Where it was reported says nothing that the name does not.
      failure.stack = failure.message
      throw failure
    })
  })
}

/** Prints the seed and result of a run, so that it can be repeated. */
export const say = (text: string): void => console.log(text)

/** The address of this worker's database, as a superuser. Its files run one after the other. */
export function databaseUrl(): string {
  const url = inject('databases')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!url) throw new Error(`worker ${process.env.VITEST_POOL_ID} has no database`)
  return url
}

class Rollback extends Error {}

/** Runs `work` in one transaction with the helpers of helpers.sql and what `files` of this folder play; all is rolled back. */
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

/** Both: `work` reports outcomes from a transaction that is rolled back. */
export function rolledBackOutcomes(
  files: readonly string[],
  work: (tx: postgres.TransactionSql, report: Report) => Promise<void>
): Promise<void> {
  return outcomes((report) => rolledBack(files, (tx) => work(tx, report)))
}
