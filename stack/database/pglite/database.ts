import { AsyncLocalStorage } from 'node:async_hooks'
import type { PGlite } from '@electric-sql/pglite'
import type { Database, Sql } from '../../types.ts'
import { type ArrayTypes, arrayTypesQuery, checkStatement, readArrayTypes, serializersOf } from '../parameters.ts'
import { jsonParsers, type Session, type Sessions } from '../sessions.ts'
import { createMutex } from './mutex.ts'

/**
 * Parsers that replace PGlite's: type 1700 (numeric) stays a text, as in the native driver. Both drivers give equal values for
 * the other types. (REST uses `jsonParsers`, which give PostgREST's formats.)
 */
const ownParsers = { 1700: (text: string) => text }

/** Converts an error of PGlite to the native driver's form. Only the name differs: PGlite names errors after their severity. */
function asError(error: unknown): unknown {
  if (error instanceof Error && error.name === 'error') error.name = 'DatabaseError'
  return error
}

/**
 * Number of attempts to repair the session after a failure. Up to two attempts fail because the driver still holds the rest of
 * a broken message.
 */
const patience = 5

/**
 * Wraps the only session of the engine, and tracks whether a statement failed. A failure may leave a transaction open, or the
 * beginning of a message in the driver that breaks the next statements. Neither may reach the next caller, so `recover` cleans
 * up.
 */
function createLine(engine: PGlite) {
  let isSound = true
  let arrays: ArrayTypes = new Map()
  const serializers = serializersOf(() => arrays)

  async function run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      isSound = false
      throw asError(error)
    }
  }

  return {
    query: <Row extends object>(sql: string, params: readonly unknown[], parsers: typeof jsonParsers) =>
      run(async () => {
        checkStatement(sql, params)
        if (params.length > 0 && arrays.size === 0) {
          arrays = readArrayTypes((await engine.query<Record<string, unknown>>(arrayTypesQuery)).rows)
        }
        return engine.query<Row>(sql, [...params], { parsers, serializers })
      }),
    exec: (sql: string) =>
      run(async () => {
        checkStatement(sql, [])
        await engine.exec(sql)
      }),
    /** Rolls back after a failure, before the next caller gets the session. @throws Error if the session does not recover. */
    async recover(): Promise<void> {
      for (let attempt = 1; !isSound; attempt += 1) {
        try {
          await engine.exec('rollback')
          isSound = true
        } catch (error) {
          if (attempt === patience) throw asError(error)
        }
      }
    }
  }
}

type Line = ReturnType<typeof createLine>

const asSql = (line: Line): Sql => ({
  query: async <Row extends object>(sql: string, params: readonly unknown[] = []) =>
    (await line.query<Row>(sql, params, ownParsers)).rows,
  exec: line.exec
})

export interface PgliteDatabase extends Database {
  /** Reserves the only session for `work`, outside any transaction. */
  exclusive<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  openSessions(): Sessions
}

/**
 * Makes the stack's `Database` from PGlite, which is PostgreSQL within this process. PGlite has one session. It is reserved for
 * one caller from the beginning to the end of a transaction. Otherwise two interleaved callers would share roles and claims.
 */
export function createPgliteDatabase(engine: PGlite): PgliteDatabase {
  const mutex = createMutex()
  const inside = new AsyncLocalStorage<true>()
  const line = createLine(engine)
  const direct = asSql(line)

  /** Waits for the session. Returns the function that gives the session back, after repairing it if necessary. */
  async function acquire(): Promise<() => Promise<void>> {
    const release = await mutex.acquire()
    return () => line.recover().finally(release)
  }

  async function exclusive<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    if (inside.getStore()) throw new Error('Use the transaction given to this function: PGlite has no second session')
    const release = await acquire()
    try {
      return await inside.run(true, () => work(direct))
    } finally {
      await release()
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
      // Call `onMessage` in the context outside of any transaction. A notification arrives while another caller's transaction
      // commits, and its handler must not count as part of that transaction.
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
        const release = await acquire()
        return {
          async query(sql, params) {
            const result = await line.query<Record<string, unknown>>(sql, params, jsonParsers)
            return { rows: result.rows, affected: result.affectedRows ?? 0 }
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
