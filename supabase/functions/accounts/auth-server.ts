import type { Environment } from '../_shared/kernel/env.ts'
import { fetchOnce } from '../_shared/kernel/fetch-once.ts'

/** The fields of a new account on the auth server: id, email, phone, app_metadata, user_metadata. */
export type NewUser = Record<string, unknown>

/** Creates an account; false if it may not exist afterwards: taken, refused, no response. */
export type MakeUser = (user: NewUser) => Promise<boolean>

const TIMEOUT_MS = 8000

/** The admin API of Supabase Auth. */
export function createMakeUser(
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  fetcher: typeof fetch = fetchOnce,
): MakeUser {
  return async (user) => {
    try {
      const answer = await fetcher(`${supabaseUrl}/auth/v1/admin/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: secretKey, authorization: `Bearer ${secretKey}` },
        body: JSON.stringify(user),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (answer.ok) {
        await answer.body?.cancel()
        return true
      }
      const { code, error_code: key } = await answer.json().catch(() => ({})) as Record<string, unknown>
      console.error(`accounts: the auth server answered ${answer.status} ${key ?? code ?? ''}`)
    } catch (error) {
      console.error(`accounts: ${error instanceof Error ? error.message : String(error)}`)
    }
    return false
  }
}
