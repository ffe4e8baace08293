import type { Claims, Sql, Tokens } from '../types.ts'

/** Whether a caller may use broadcast messages and presence (the list of connected members) on a topic. */
export interface Permission {
  broadcast: boolean
  presence: boolean
}

/**
 * Why a channel is refused. `code` is logged. The response to a join contains `code` and message; later messages to the client
 * contain only the message.
 */
export class Denial extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'Denial'
    this.code = code
  }
}

/**
 * Returns the claims of a token or of an API key.
 *
 * @throws Denial if the token or key is invalid, with the same text as Supabase's Realtime server.
 */
export async function claimsOf(tokens: Tokens, token: string): Promise<Claims> {
  if (token.startsWith('sb_')) {
    const role = tokens.roleOfKey(token)
    if (role) return { role }
    throw new Denial('InvalidJWTToken', 'The API key is not known')
  }
  try {
    return await tokens.verify(token)
  } catch (error) {
    throw denialOf(error)
  }
}

function denialOf(error: unknown): Denial {
  const { code, payload } = error as { code?: string; payload?: Claims }
  if (code === 'ERR_JWT_EXPIRED') {
    const seconds = Math.max(0, Math.floor(Date.now() / 1000) - Number(payload?.exp ?? 0))
    return new Denial('InvalidJWTToken', `Token has expired ${seconds} seconds ago`)
  }
  if (code === 'ERR_JWS_INVALID' || code === 'ERR_JWT_INVALID') {
    return new Denial('MalformedJWT', 'The token provided is not a valid JWT')
  }
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') {
    return new Denial('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')
  }
  return new Denial('JwtSignatureError', 'Failed to validate JWT signature')
}

/** Returns a caller's permissions on a topic, according to the policies on `realtime.messages`. */
export async function askPolicies(
  database: Sql,
  topic: string,
  claims: Claims,
  headers: Record<string, string>,
  checking: 'read' | 'write'
): Promise<Permission> {
  const [row] = await database.query<{ allowed: string }>(
    'select array_to_string(realtime.probe($1, $2::text::jsonb, $3::text::jsonb, $4), $5) as allowed',
    [topic, JSON.stringify(claims), JSON.stringify(headers), checking, ' ']
  )
  const allowed = (row?.allowed ?? '').split(' ')
  return { broadcast: allowed.includes('broadcast'), presence: allowed.includes('presence') }
}
