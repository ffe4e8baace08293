import { Lazy } from '@std/async/lazy'
import type { JSONWebKeySet, JWTPayload } from 'jose'
import { createDatabaseAs, type DatabaseAs } from './database.ts'
import type { Environment } from './env.ts'
import { HttpError } from './errors.ts'
import { isSameSecret } from './secrets.ts'

/** The caller of an edge function. */
export interface Caller {
  /** Postgres role: `anon` is a visitor, `authenticated` a signed-in user, `service_role` one of our own servers. */
  role: 'anon' | 'authenticated' | 'service_role'
  /** Id of the Auth user; null for visitors and servers. */
  uid: string | null
  /** `rider`, `driver`, `admin` or `fleetadmin`, as the database says now; null for visitors and servers. */
  userRole: string | null
}

export type Authenticate = (request: Request) => Promise<Caller>

type Settings = Pick<Environment, 'supabaseUrl' | 'publishableKeys' | 'secretKey' | 'jwks'>

const VISITOR: Caller = { role: 'anon', uid: null, userRole: null }

/**
 * Creates a function that identifies the caller: a server by the secret key, a user by the access token in `Authorization`,
 * else a visitor by the publishable key. Both keys may be in `apikey` or in `Authorization`.
 *
 * We check the token ourselves because Supabase's check (`verify_jwt`) does not support asymmetric keys. A valid token still
 * names a session that may have ended and a role that the person may have lost, and the functions act with the secret key. So
 * the database is asked for the caller's role, with the caller's own token.
 *
 * Errors: 401 `not_logged_in` for an invalid or expired token, 401 `invalid_api_key` if there is neither a token nor a
 * valid key; those of the SQL function `caller_role`: 401 `not_logged_in` if the session has ended, 403 for people who are not
 * admitted.
 */
export function createAuthenticate(
  settings: Settings,
  fetcher: typeof fetch = fetch,
  databaseAs: DatabaseAs = createDatabaseAs(settings),
): Authenticate {
  // Load `jose` and the keys with the first access token: requests of visitors do not need them.
  const keys = new Lazy(async () => {
    const jose = await import('jose')
    const keySet = settings.jwks
      ? jose.createLocalJWKSet(readKeySet(settings.jwks))
      : jose.createRemoteJWKSet(new URL(`${settings.supabaseUrl}/auth/v1/.well-known/jwks.json`))
    return { ...jose, keySet }
  })

  return async (request) => {
    const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const apiKey = request.headers.get('apikey') ?? ''
    for (const key of [bearer, apiKey]) {
      if (key && await isSecretKey(key)) return { ...VISITOR, role: 'service_role' }
    }
    const isKey = bearer !== undefined && (settings.publishableKeys.includes(bearer) || bearer.startsWith('sb_'))
    if (bearer && !isKey) return callerOf(request, await claimsOf(bearer))
    if (settings.publishableKeys.includes(isKey ? bearer : apiKey)) return VISITOR
    throw new HttpError(
      401,
      'invalid_api_key',
      'The API key is missing or wrong',
      'Send the publishable key in the header "apikey"',
    )
  }

  async function isSecretKey(key: string): Promise<boolean> {
    return !settings.publishableKeys.includes(key) && await isSameSecret(key, settings.secretKey)
  }

  async function callerOf(request: Request, { sub }: JWTPayload): Promise<Caller> {
    const userRole = await databaseAs(request).rpc<string>('caller_role', {})
    return { role: 'authenticated', uid: sub || null, userRole }
  }

  async function claimsOf(token: string): Promise<JWTPayload> {
    const { decodeJwt, decodeProtectedHeader, jwtVerify, keySet } = await keys.get()
    try {
      if (decodeProtectedHeader(token).alg?.startsWith('HS')) {
        await askAuthServer(token)
        return decodeJwt(token)
      }
      const { payload } = await jwtVerify(token, keySet, { audience: 'authenticated', clockTolerance: 5 })
      return payload
    } catch {
      throw new HttpError(401, 'not_logged_in', 'The access token is not valid', 'Sign in again')
    }
  }

  /**
   * Lets the Auth server check a token that is signed with a shared secret, as in some self-hosted projects: only the Auth
   * server knows the secret.
   */
  async function askAuthServer(token: string): Promise<void> {
    const answer = await fetcher(`${settings.supabaseUrl}/auth/v1/user`, {
      headers: { apikey: settings.secretKey, authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`the Auth server answered ${answer.status}`)
    await answer.body?.cancel()
  }
}

/** Reads public keys from JSON: `{"keys": [...]}` or the bare list of keys. */
function readKeySet(json: string): JSONWebKeySet {
  const value = JSON.parse(json) as JSONWebKeySet | JSONWebKeySet['keys']
  return Array.isArray(value) ? { keys: value } : value
}
