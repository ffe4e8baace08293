import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings
} from 'kysely'
import type { Session, Sessions } from '../database/sessions.ts'

/** Quotes the argument names of a function call, because the library does not: a keyword such as `position` needs quotes. */
export const quoteArguments = (text: string): string => text.replace(/(?<=[\s(,])([a-z_]\w*)(?= := \$\d)/g, '"$1"')

/** PostgREST's error for a result that is larger than the request allows. It rolls back what the statement did. */
const tooManyRows = (count: number): Error =>
  Object.assign(
    new Error(
      JSON.stringify({
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: `The query affects ${count} rows`,
        hint: null
      })
    ),
    { code: 'PGRST', detail: JSON.stringify({ status: 400, headers: {} }) }
  )

/** Reads from a prelude how many rows the statements after it may return; null for any number, undefined if it says nothing. */
export type LimitOf = (prelude: CompiledQuery) => number | null | undefined

class Connection implements DatabaseConnection {
  readonly session: Session
  readonly #preludes: ReadonlySet<string>
  readonly #limitOf: LimitOf
  #underway: Promise<unknown>[] = []
  #limit: number | null = null
  constructor(session: Session, preludes: ReadonlySet<string>, limitOf: LimitOf) {
    this.session = session
    this.#preludes = preludes
    this.#limitOf = limitOf
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isPrelude = this.#preludes.has(query.sql)
    if (isPrelude) this.#limit = this.#limitOf(query) ?? null
    if (this.#underway.length > 0 && isPrelude) {
      this.start(query.sql, query.parameters)
      return { rows: [] }
    }
    await this.settle()
    const { rows, affected } = await this.session.query(quoteArguments(query.sql), query.parameters)
    if (!isPrelude) this.#keepLimit(query.sql, rows.length)
    return { rows: rows as R[], numAffectedRows: BigInt(affected) }
  }

  /** Checks the number of rows of the function's call, the first query after the prelude. */
  #keepLimit(sql: string, count: number): void {
    if (this.#limit === null || /^\s*set\b/i.test(sql)) return
    const limit = this.#limit
    this.#limit = null
    if (count > limit) throw tooManyRows(count)
  }

  /**
   * Sends `begin` or a prelude (a statement whose result is not needed, see `createDialect`) without waiting for its result.
   * The next statement of another kind waits for it.
   */
  start(sql: string, params: readonly unknown[] = []): void {
    const underway = this.session.query(sql, params)
    underway.catch(() => undefined)
    this.#underway.push(underway)
  }

  /**
   * Waits until all statements that `start` has sent have succeeded.
   *
   * @throws the first failure.
   */
  async settle(): Promise<void> {
    if (this.#underway.length === 0) return
    const results = await Promise.allSettled(this.#underway.splice(0))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface requires a generator, but results are never streamed.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported')
  }
}

class SessionDriver implements Driver {
  readonly #sessions: Sessions
  readonly #preludes: ReadonlySet<string>
  readonly #limitOf: LimitOf
  constructor(sessions: Sessions, preludes: ReadonlySet<string>, limitOf: LimitOf) {
    this.#sessions = sessions
    this.#preludes = preludes
    this.#limitOf = limitOf
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#sessions.acquire(), this.#preludes, this.#limitOf)
  }

  async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    connection.start(`begin${level}`)
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.settle()
    await connection.session.query('commit', [])
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.settle().catch(() => undefined)
    await connection.session.query('rollback', [])
  }

  async releaseConnection(connection: Connection): Promise<void> {
    await connection.session.release()
  }

  async destroy(): Promise<void> {
    await this.#sessions.close()
  }
}

/**
 * Creates a dialect with which Kysely (the REST library's query builder) uses the stack's own sessions. A session is reserved
 * for a transaction from begin to end. PGlite has only one session, so transactions do not interleave there.
 *
 * @param preludes Statements without a result at the start of a transaction. They are sent together with `begin` in one round
 * trip. Other statements are sent only after all preludes have succeeded.
 * @param limitOf Reads from a prelude how many rows the statements after it may return.
 */
export function createDialect(
  sessions: Sessions,
  preludes: ReadonlySet<string>,
  limitOf: LimitOf = () => null
): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SessionDriver(sessions, preludes, limitOf),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler()
  }
}
