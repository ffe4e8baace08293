import type postgres from 'postgres'
import * as crowd from './crowd.ts'
import { type Answer, call } from './people.ts'

type Row = Record<string, unknown>
type Calls = (() => Promise<Answer<Row>>)[]

/**
 * Several people do the same thing at once. `prepare` creates the rows, all calls start together, and `judge` returns what is wrong
 * with the outcome, or an empty text. After a kill some calls have no answer: their effect may be stored or not, but the effect of
 * an answered call must be stored, and never twice.
 */
export interface Race {
  name: string
  /** The complaint listed in pains.sql that this race proves impossible. */
  pain?: string
  prepare(
    sql: postgres.Sql,
    round: number
  ): Promise<{ calls: Calls; judge(sql: postgres.Sql, answers: Answer<Row>[]): Promise<string> }>
}

export const won = (answers: Answer<Row>[]): Row[] => answers.flatMap((answer) => (answer.ok ? [answer.row] : []))
/** A call that a kill interrupted: its effect may be stored or not. */
export const isCut = (answer: Answer<Row>): boolean => !answer.ok && !answer.state.startsWith('PT')
export const refusals = (answers: Answer<Row>[]): string[] => answers.flatMap((a) => (a.ok || isCut(a) ? [] : [a.key]))

/** The texts of the failed checks; empty if all passed. */
export function all(...problems: [boolean, string][]): string {
  return problems.flatMap(([isFine, problem]) => (isFine ? [] : [problem])).join('; ')
}

export const row = async <T extends Row>(sql: postgres.Sql, query: string, args: unknown[]): Promise<T> => {
  const [first] = await sql.unsafe<Row[]>(query, args as never[])
  return (first ?? {}) as T
}

export function must<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.key} (${answer.state}: ${answer.hint})`)
  return answer.row
}

/** Ends all open bookings of the crowd, so that the next round starts with free drivers and riders. */
export async function settle(sql: postgres.Sql): Promise<void> {
  await sql`update public.driver_positions set updated_at = app.now() + interval '1 day' where driver_id::text like '0eff%'`
  const open = await sql<{ id: string; status: string; driver_id: string }[]>`
    select id, status, driver_id from public.bookings where status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'PENDING')
      and customer_id::text like '0dff%'`
  await Promise.all(
    open.map(async ({ id, status, driver_id: driver }) => {
      if (['PAYMENT_PENDING', 'NEW', 'ACCEPTED'].includes(status)) await crowd.cancel(sql, crowd.admin, id)
      if (status === 'ARRIVED') await crowd.start(sql, driver, id)
      if (status === 'ARRIVED' || status === 'STARTED') await crowd.reach(sql, driver, id)
      if (['ARRIVED', 'STARTED', 'PENDING'].includes(status)) await crowd.confirmCash(sql, crowd.admin, id)
    })
  )
}

export const credit = (sql: postgres.Sql, user: string, amount: number, key: string = crypto.randomUUID()) =>
  call(sql, crowd.admin, 'select public.add_to_wallet($1, $2, $3) as it', [user, amount, key])

export async function balance(sql: postgres.Sql, user: string): Promise<number> {
  const { n } = await row<{ n: string }>(sql, 'select wallet_balance as n from public.profiles where id = $1', [user])
  return Number(n)
}

/** Ignores an error of the postgres package (3.4.9): writing to a lost socket throws outside of any promise. */
export function ignoreLostSocket(error: Error & { code?: string }): void {
  const isLost = error.stack?.includes('/postgres/src/connection.js') || /^(ECONN|EPIPE|CONN)/.test(error.code ?? '')
  if (!isLost) throw error
}
