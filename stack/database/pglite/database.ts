import { AsyncLocalStorage } from 'node:async_hooks'
import type { PGlite } from '@electric-sql/pglite'
import type { Database, Sql } from '../../types.ts'
import { jsonParsers, type Session, type Sessions } from '../sessions.ts'
import { createMutex } from './mutex.ts'

const passJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const serializers = { 114: passJson, 3802: passJson }

/** PostgREST's values for REST; otherwise the driver's own, which agree with those of the native driver. */
const restOptions = { parsers: jsonParsers, serializers }
const ownOptions = { serializers, parsers: { 1700: (text: string) => text } }

/** PGlite names its errors after their severity; everything else fits what the native driver throws. */
function asError(error: unknown): unknown {
  if (error instanceof Error && error.name === 'error') error.name = 'DatabaseError'
  return error
}

function asSql(engine: PGlite): Sql {
  return {
    async query<Row extends object>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
      try {
        return (await engine.query<Row>(sql, [...params], ownOptions)).rows
      } catch (error) {
        throw asError(error)
      }
    },
    async exec(sql) {
      try {
        await engine.exec(sql)
      } catch (error) {
        throw asError(error)
      }
    }
  }
}

export interface PgliteDatabase extends Database {
  /** Holds the one session for `work`, outside any transaction. */
  exclusive<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  openSessions(): Sessions
}

/**
 * The stack's view of PGlite. It has one session: whoever uses it holds it alone, from a transaction's begin to its
 * end, since two that interleave would share roles and claims.
 */
export function createPgliteDatabase(engine: PGlite): PgliteDatabase {
  const mutex = createMutex()
  const inside = new AsyncLocalStorage<true>()
  const direct = asSql(engine)

  async function exclusive<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    if (inside.getStore()) throw new Error('Use the transaction given to this function: PGlite has no second session')
    const release = await mutex.acquire()
    try {
      return await inside.run(true, () => work(direct))
    } finally {
      release()
    }
  }

  return {
    kind: 'pglite',
    url: null,
    exclusive,
    query: (sql, params) => exclusive((session) => session.query(sql, params)),
    exec: (sql) => exclusive((session) => session.exec(sql)),
    transaction: (work) =>
      exclusive(async (session) => {
        await session.exec('begin')
        try {
          const result = await work(session)
          await session.exec('commit')
          return result
        } catch (error) {
          await session.exec('rollback')
          throw error
        }
      }),
    async listen(channel, onMessage) {
      // A notification arrives while some transaction commits, and must not count as part of that.
      const outside = AsyncLocalStorage.snapshot()
      const release = await mutex.acquire()
      try {
        const end = await engine.listen(channel, (payload) => outside(onMessage, payload))
        return async () => {
          const free = await mutex.acquire()
          await end().finally(free)
        }
      } finally {
        release()
      }
    },
    openSessions: (): Sessions => ({
      async acquire(): Promise<Session> {
        const release = await mutex.acquire()
        return {
          async query(sql, params) {
            try {
              const result = await engine.query<Record<string, unknown>>(sql, [...params], restOptions)
              return { rows: result.rows, affected: result.affectedRows ?? 0 }
            } catch (error) {
              throw asError(error)
            }
          },
          release
        }
      },
      async close() {}
    }),
    async stop() {
      const release = await mutex.acquire()
      await engine.close().finally(release)
    }
  }
}
