import { randomUUID } from 'node:crypto'
import type { Claims, Sql } from '../types.ts'
import { Refusal } from './refusal.ts'

const required = ['aud', 'exp', 'iat', 'sub', 'role', 'aal', 'session_id', 'email', 'phone', 'is_anonymous'] as const

/** An SQL function that Auth calls. */
export interface HookFunction {
  schema: string
  name: string
}

/** Calls the function of a hook with its event, and returns its answer. */
async function call(tx: Sql, hook: HookFunction, event: object): Promise<unknown> {
  // The name is safe in SQL: the configuration's parser has checked that it is an identifier.
  const [row] = await tx.query<{ result: unknown }>(
    `select "${hook.schema}"."${hook.name}"($1::text::jsonb) as result`,
    [JSON.stringify(event)]
  )
  return typeof row?.result === 'string' ? JSON.parse(row.result) : row?.result
}

/**
 * Calls the project's Before User Created hook, which sees the user who is about to be created and the client's address, and
 * may refuse with `{error: {http_code, message}}`. As in GoTrue, it runs before anything is stored or sent, and what it
 * stores stays, also if it refuses: so it must run in a transaction of its own.
 *
 * @returns the refusal, or null
 */
export async function runBeforeUserCreatedHook(
  tx: Sql,
  hook: HookFunction,
  { user, peer }: { user: object; peer: string }
): Promise<Refusal | null> {
  const metadata = {
    uuid: randomUUID(),
    time: new Date().toISOString(),
    name: 'before-user-created',
    ip_address: peer
  }
  const result = await call(tx, hook, { metadata, user })
  if (!isObject(result) || !isObject(result.error) || !result.error.message) return null
  // Unlike the hook for tokens, GoTrue passes this one's status on as it is, and has no code of its own for it.
  return new Refusal(Number(result.error.http_code) || 500, 'unexpected_failure', String(result.error.message))
}

/**
 * Calls the project's access token hook, an SQL function that may change a token's claims, and returns the new claims. The
 * function returns `{claims}`, or `{error: {http_code, message}}` to refuse. As in GoTrue (Supabase's Auth server), it runs as
 * supabase_auth_admin, so the caller's transaction must have this role.
 *
 * @throws Refusal if the function refuses; Error if it returns something else or drops a required claim.
 */
export async function runAccessTokenHook(
  tx: Sql,
  hook: HookFunction,
  event: { user_id: string; claims: Claims; authentication_method: string }
): Promise<Claims> {
  const result = await call(tx, hook, event)
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
