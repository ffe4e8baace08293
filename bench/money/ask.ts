import type postgres from 'postgres'
import { percentile } from '../report.ts'

/** Who runs a query: a person under row-level security, or the database's owner without it. */
export type Asker = { id: string; role: 'admin' | 'fleetadmin' | 'driver' | 'rider' } | 'owner'

async function become(tx: postgres.TransactionSql, asker: Asker): Promise<void> {
  const claims = asker === 'owner' ? {} : { sub: asker.id, role: 'authenticated', user_role: asker.role }
  await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('role', ${asker === 'owner' ? 'postgres' : 'authenticated'}, true)`
}

export interface Question {
  asker: Asker
  query: string
  /**
   * Whether only finding the rows is measured, because they are few and expensive to find, and serializing costs all callers
   * the same.
   */
  isUnwritten?: boolean
}

/**
 * Milliseconds the server takes to plan, run and serialize a query as one caller, like one request of the API. The network is
 * left out: it is the same for all callers and would hide the difference.
 */
export async function ask(sql: postgres.Sql, { asker, query, isUnwritten = false }: Question): Promise<number> {
  return (await sql.begin(async (tx) => {
    await become(tx, asker)
    const [row] = await tx.unsafe(
      `explain (analyze, timing off, format json) ${isUnwritten ? query : `select sum(length(q::text)) from (${query}) q`}`
    )
    const plans = row?.['QUERY PLAN'] as { 'Planning Time': number; 'Execution Time': number }[] | undefined
    const plan = plans?.[0]
    return (plan?.['Planning Time'] ?? Number.NaN) + (plan?.['Execution Time'] ?? Number.NaN)
  })) as number
}

/** The rows that a query returns to a caller. */
export async function rowsOf(sql: postgres.Sql, asker: Asker, query: string): Promise<Record<string, unknown>[]> {
  return (await sql.begin(async (tx) => {
    await become(tx, asker)
    return [...(await tx.unsafe(query))]
  })) as Record<string, unknown>[]
}

export interface Measured {
  /** Median time of each query (ms). */
  ms: number[]
  /** The ratio of the times of two queries: the median of the ratios in each round. */
  ratio(of: number, to: number): number
}

/**
 * Runs several queries alternately, so that other load on the machine affects all of them. They are compared within each round,
 * because a busy minute would shift the median of one query more than that of another.
 *
 * @param questions One list of queries for each compared thing. The nth queries of all lists run one after the other, each
 * twice: the first time to warm up.
 */
export async function measure(
  sql: postgres.Sql,
  rounds: number,
  questions: ((round: number) => Question)[]
): Promise<Measured> {
  const samples: number[][] = questions.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, question] of questions.entries()) {
      await ask(sql, question(round))
      samples[index]?.push(await ask(sql, question(round)))
    }
  }
  const at = (index: number, round: number) => samples[index]?.[round] ?? Number.NaN
  return {
    ms: samples.map((of) => percentile(of, 0.5)),
    ratio: (of, to) =>
      percentile(
        Array.from({ length: rounds }, (_, round) => at(of, round) / at(to, round)),
        0.5
      )
  }
}
