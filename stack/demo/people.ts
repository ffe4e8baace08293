import type { AuthConfig } from '../auth/config.ts'
import { becomeAuth } from '../auth/context.ts'
import { openSession, type SessionAnswer } from '../auth/sessions.ts'
import { findAccount } from '../auth/users.ts'
import type { Database, Tokens } from '../types.ts'

/** The people whom the demo bar can sign in: those in the stack's start banner, and no others. */
const people = ['rider@hackney.test', 'driver@hackney.test', 'fleet@hackney.test', 'admin@hackney.test'] as const

type DemoPerson = (typeof people)[number]

/** Opens a session for a person; null if the person is not in this database, or may not sign in. */
export type SignIn = (person: DemoPerson, userAgent: string | null) => Promise<SessionAnswer | null>

export const isPerson = (value: unknown): value is DemoPerson => people.some((person) => person === value)

/** Signs in without a code. The session is an ordinary one, with the same claims and expiry. */
export function createSignIn(deps: { database: Database; tokens: Tokens; config: AuthConfig }): SignIn {
  return (email, userAgent) =>
    deps.database.transaction(async (tx) => {
      await becomeAuth(tx)
      const account = await findAccount(tx, { email })
      if (!account || account.banned) return null
      await tx.query('update auth.users set last_sign_in_at = now() where id = $1::uuid', [account.user.id])
      return openSession(deps, tx, account, { address: '127.0.0.1', userAgent })
    })
}
