import { join } from 'node:path'
import type { Role } from '../cast.ts'
import type { Log } from '../town.ts'
import type { Api } from './api.ts'
import { type Account, createSessions, type Sessions } from './sessions.ts'

/** Number of concurrent sign-ins: enough to start within a second, few enough to leave the stack time for other requests. */
const ABREAST = 8

/**
 * Signs people in, `ABREAST` at a time. Returns the number of successful sign-ins. A failed sign-in is logged and skipped. If
 * one fails before any other has succeeded, no more are started.
 *
 * @param arrived called for each person after the sign-in
 */
export async function admit<R extends Role>(
  sessions: Sessions,
  roles: readonly R[],
  log: Log,
  arrived: (role: R, account: Account) => void
): Promise<number> {
  const waiting = [...roles]
  let count = 0
  async function next(): Promise<void> {
    for (let role = waiting.shift(); role; role = waiting.shift()) {
      try {
        arrived(role, await sessions.signIn(role.email))
        count += 1
      } catch (error) {
        log.warn('city.absent', { email: role.email, error: String(error) })
        // If no sign-in has succeeded so far, stop: this database does not have the demo accounts.
        if (count === 0) waiting.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, next))
  return count
}

/** Creates the sessions. Refresh tokens are stored in the folder `data`, so that the next start needs no sign-in codes. */
export const openSessions = (api: Api, data: string | null): Promise<Sessions> =>
  createSessions(api, data && join(data, 'city.json'))
