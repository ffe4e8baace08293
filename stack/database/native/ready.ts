import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../failure.ts'
import type { Pool } from './pool.ts'

/** Waits until the server accepts connections, for about ten seconds. Fails with the server's own message if it ends first. */
export async function ready(pool: Pool, exited: Promise<string>): Promise<void> {
  let ended: string | null = null
  exited.then((reason) => {
    ended = reason || 'it ended without a reason'
  })
  for (let attempt = 0; ; attempt += 1) {
    try {
      await pool.run((client) => client.unsafe('select 1'))
      return
    } catch (error) {
      if (ended !== null) {
        throw new Failure(`PostgreSQL did not start: ${ended}.`, 'See the log above, or start with `--db=pglite`.')
      }
      // With this code the server says that the password is wrong. Waiting does not help then.
      const isRefused = (error as { code?: string }).code === '28P01'
      if (isRefused || attempt > 400) throw error
      await sleep(25)
    }
  }
}
