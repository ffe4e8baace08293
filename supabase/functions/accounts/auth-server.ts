import type { CallService } from '../_shared/kernel/call-service.ts'

/** The fields of an account on the auth server: id, email, phone, app_metadata, user_metadata. */
export type NewUser = Record<string, unknown>

/**
 * Creates an account on the auth server. Returns true if the server confirmed it. Returns false if the server refused, for
 * example because the address is taken, or if there was no response. Without a response the account may exist.
 */
export type MakeUser = (user: NewUser) => Promise<boolean>

/** Changes some fields of an account on the auth server; returns what `MakeUser` returns. */
export type ChangeUser = (id: string, fields: NewUser) => Promise<boolean>

async function isDone(callService: CallService, path: string, method: 'POST' | 'PUT', body: NewUser): Promise<boolean> {
  try {
    const answer = await callService(path, { method, body, isBearer: true })
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

/** Creates accounts by the admin API of Supabase Auth. */
export const createMakeUser = (callService: CallService): MakeUser => (user) =>
  isDone(callService, '/auth/v1/admin/users', 'POST', user)

/** Changes accounts by the admin API of Supabase Auth. */
export const createChangeUser = (callService: CallService): ChangeUser => (id, fields) =>
  isDone(callService, `/auth/v1/admin/users/${id}`, 'PUT', fields)

/** Makes a sign-in code for an address that has an account, without sending it. Returns null if the server made none. */
export type MakeCode = (email: string) => Promise<string | null>

/** Makes sign-in codes by the admin API of Supabase Auth. */
export const createMakeCode = (callService: CallService): MakeCode => async (email) => {
  const body = { type: 'magiclink', email }
  const answer = await callService('/auth/v1/admin/generate_link', { method: 'POST', body, isBearer: true })
    .catch(() => null)
  const { email_otp: code } = await answer?.json().catch(() => ({})) as { email_otp?: unknown } ?? {}
  if (answer?.ok && typeof code === 'string' && code !== '') return code
  console.error(`accounts: the auth server made no code and answered ${answer?.status ?? 'nothing'}`)
  return null
}
