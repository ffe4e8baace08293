import type { Database, Sql } from '../../types.ts'
import { asSql, closeClient, openClient, type Run, type Target } from './client.ts'
import type { Pool } from './pool.ts'

/**
 * Runs `work` in a transaction on one connection of a pool. Rolls back if `work` throws, and also if a statement failed whose
 * error `work` caught: the server would turn such a commit into a rollback, and report success.
 */
export async function transact<T>(pool: Pool, work: (tx: Sql) => Promise<T>): Promise<T> {
  const { run, release } = await pool.acquire()
  const failures: unknown[] = []
  const watched: Run = (statement) =>
    run(statement).catch((error: unknown) => {
      failures.push(error)
      throw error
    })
  try {
    await run((client) => client.unsafe('begin'))
    try {
      const result = await work(asSql(watched))
      if (failures.length > 0) throw failures[0]
      await run((client) => client.unsafe('commit'))
      return result
    } catch (error) {
      // Fails only if the connection is lost, and the transaction with it.
      await run((client) => client.unsafe('rollback')).catch(() => undefined)
      throw error
    }
  } finally {
    release()
  }
}

/** Makes the stack's `Database` from a pool of connections to a native server. */
export function createNativeDatabase(pool: Pool, target: Target, stop: () => Promise<void>): Database {
  /** The connection that listens for notifications. If it is lost, the driver connects and listens again. */
  const listener = openClient(target)
  return {
    kind: 'native',
    url: typeof target === 'string' ? target : null,
    ...asSql(pool.run),
    transaction: (work) => transact(pool, work),
    async listen(channel, onMessage, onReconnect) {
      let established = false
      const subscription = await listener.listen(channel, onMessage, () => {
        if (established) onReconnect?.()
        established = true
      })
      return () => subscription.unlisten()
    },
    async stop() {
      await closeClient(listener)
      await stop()
    }
  }
}
