import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../failure.ts'
import type { Pool } from './pool.ts'

/** How long a server may take to start or to recover on a busy machine (ms). One that cannot start ends, which is noticed at once. */
const LONGEST_START_MS = 120_000

/** Waits until the server accepts connections. Fails with the server's own message if it ends first. */
export async function ready(pool: Pool, exited: Promise<string>): Promise<void> {
  let ended: string | null = null
  exited.then((reason) => {
    ended = reason || 'it ended without a reason'
  })
  const begin = performance.now()
  for (;;) {
    try {
      await pool.run((client) => client.unsafe('select 1'))
      return
    } catch (error) {
      if (ended !== null) {
        throw new Failure(`PostgreSQL did not start: ${ended}.`, 'See the log above, or start with `--db=pglite`.')
      }
      // With this code the server says that the password is wrong. Waiting does not help then.
      const isRefused = (error as { code?: string }).code === '28P01'
      if (isRefused || performance.now() - begin > LONGEST_START_MS) throw error
      await sleep(25)
    }
  }
}
