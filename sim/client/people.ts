import { join } from 'node:path'
import type { Role } from '../cast.ts'
import type { Log } from '../town.ts'
import type { Api } from './api.ts'
import { type Account, createSessions, type Sessions } from './sessions.ts'

/** Number of concurrent sign-ins: enough to start within a second, few enough for the stack to serve others. */
const ABREAST = 8

/**
 * Signs people in, some at a time, skipping those who cannot.
 *
 * @param arrived called for each as soon as they are signed in
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
        // Stop if the first people have no account: then this is a foreign database, and no others have one.
        if (count === 0) waiting.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, next))
  return count
}

/** Opens the sessions. Refresh tokens are stored in the data folder, so that the next start needs no codes. */
export const openSessions = (api: Api, data: string | null): Promise<Sessions> =>
  createSessions(api, data && join(data, 'city.json'))
