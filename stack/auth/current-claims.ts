import type { Claims, Database } from '../types.ts'
import type { AuthConfig } from './config.ts'
import { runAccessTokenHook } from './hook.ts'
import { isUuid } from './input.ts'
import { Refusal } from './refusal.ts'
import { levelOf, methodsOf } from './sessions.ts'
import { findAccount } from './users.ts'

/**
 * Creates a function that returns the claims that a person's token would have now. Rights that were signed into an earlier
 * token may have changed since.
 *
 * @returns A function that returns null if the account is deleted or banned, or if the access token hook refuses it. Claims
 * without an account, such as those of the service role, are returned unchanged.
 */
export function createCurrentClaims(
  database: Database,
  { accessTokenHook }: AuthConfig
): (claims: Claims) => Promise<Claims | null> {
  return async ({ sub, ...claims }) => {
    if (!sub) return claims
    const work = database.transaction(async (tx) => {
      await tx.query(`select set_config('role', 'supabase_auth_admin', true), set_config('search_path', 'auth', true)`)
      const account = await findAccount(tx, { id: sub })
      if (!account || account.banned) return null
      const { aud, role, email, phone, app_metadata, is_anonymous } = account.user
      const now = Math.floor(Date.now() / 1000)
      const session_id = claims.session_id ?? ''
      const amr = isUuid(session_id) ? await methodsOf(tx, session_id) : []
      const fresh = {
        aal: levelOf(amr),
        amr,
        session_id,
        sub,
        aud,
        role,
        email,
        phone,
        app_metadata,
        is_anonymous,
        iat: now,
        exp: now
      }
      if (!accessTokenHook) return fresh
      const event = { user_id: sub, claims: fresh, authentication_method: 'token_refresh' }
      return runAccessTokenHook(tx, accessTokenHook, event)
    })
    return work.catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
  }
}
