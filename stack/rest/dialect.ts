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

class Connection implements DatabaseConnection {
  readonly session: Session
  readonly #preludes: ReadonlySet<string>
  #underway: Promise<unknown>[] = []
  constructor(session: Session, preludes: ReadonlySet<string>) {
    this.session = session
    this.#preludes = preludes
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#underway.length > 0 && this.#preludes.has(query.sql)) {
      this.start(query.sql, query.parameters)
      return { rows: [] }
    }
    await this.settle()
    const { rows, affected } = await this.session.query(quoteArguments(query.sql), query.parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affected) }
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
  constructor(sessions: Sessions, preludes: ReadonlySet<string>) {
    this.#sessions = sessions
    this.#preludes = preludes
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#sessions.acquire(), this.#preludes)
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
 */
export function createDialect(sessions: Sessions, preludes: ReadonlySet<string>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SessionDriver(sessions, preludes),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler()
  }
}
