import type { AuthConfig } from '../auth/config.ts'
import { becomeAuth } from '../auth/context.ts'
import { openSession, type SessionAnswer } from '../auth/sessions.ts'
import { findAccount } from '../auth/users.ts'
import type { Database, Tokens } from '../types.ts'

/** The only people whom the demo bar can sign in: the accounts that the stack prints at its start. */
const people = ['rider@hackney.test', 'driver@hackney.test', 'fleet@hackney.test', 'admin@hackney.test'] as const

type DemoPerson = (typeof people)[number]

/** Signs a person in; null if the database does not have this person, or the person may not sign in. */
export type SignIn = (person: DemoPerson, userAgent: string | null) => Promise<SessionAnswer | null>

export const isPerson = (value: unknown): value is DemoPerson => people.some((person) => person === value)

/** Creates a sign-in without a code. The session has the same claims and expiry as any other session. */
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
