import type { Claims, Sql } from '../types.ts'
import { Refusal } from './refusal.ts'

const required = ['aud', 'exp', 'iat', 'sub', 'role', 'aal', 'session_id', 'email', 'phone', 'is_anonymous'] as const

/**
 * Calls the project's access token hook, an SQL function that may change a token's claims, and returns the new claims. The
 * function returns `{claims}`, or `{error: {http_code, message}}` to refuse. As in GoTrue (Supabase's Auth server), it runs as
 * supabase_auth_admin, so the caller's transaction must have this role.
 *
 * @throws Refusal if the function refuses; Error if it returns something else or drops a required claim.
 */
export async function runAccessTokenHook(
  tx: Sql,
  hook: { schema: string; name: string },
  event: { user_id: string; claims: Claims; authentication_method: string }
): Promise<Claims> {
  // The name is safe in SQL: the configuration's parser has checked that it is an identifier.
  const [row] = await tx.query<{ result: unknown }>(
    `select "${hook.schema}"."${hook.name}"($1::text::jsonb) as result`,
    [JSON.stringify(event)]
  )
  const result: unknown = typeof row?.result === 'string' ? JSON.parse(row.result) : row?.result
  if (!isObject(result)) throw new Error('The access token hook must answer an object')
  if (isObject(result.error)) throw refusalOf(result.error)
  const claims = result.claims
  if (!isObject(claims)) throw new Error('The access token hook must answer {"claims": …}')
  const missing = required.filter((name) => !(name in claims))
  if (missing.length > 0) throw new Error(`The access token hook dropped ${missing.join(', ')}`)
  return claims as Claims
}

function refusalOf(error: Record<string, unknown>): Refusal {
  const status = Number(error.http_code)
  const isClientError = status >= 400 && status < 500
  return new Refusal(isClientError ? status : 403, 'hook_refused', String(error.message ?? 'Refused'))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
