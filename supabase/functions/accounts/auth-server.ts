import type { CallService } from '../_shared/kernel/call-service.ts'

/** The fields of a new account on the auth server: id, email, phone, app_metadata, user_metadata. */
export type NewUser = Record<string, unknown>

/**
 * Creates an account on the auth server. Returns true if the server confirmed it. Returns false if the server refused, for
 * example because the address is taken, or if there was no response. Without a response the account may exist.
 */
export type MakeUser = (user: NewUser) => Promise<boolean>

/** Creates accounts by the admin API of Supabase Auth. */
export function createMakeUser(callService: CallService): MakeUser {
  return async (user) => {
    try {
      const answer = await callService('/auth/v1/admin/users', { method: 'POST', body: user, isBearer: true })
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
