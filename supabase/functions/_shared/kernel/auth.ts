import { Lazy } from '@std/async/lazy'
import type { JSONWebKeySet, JWTPayload } from 'jose'
import type { Environment } from './env.ts'
import { HttpError } from './errors.ts'
import { isSameSecret } from './secrets.ts'

/** The caller of a function. */
export interface Caller {
  /** Postgres role: visitors are `anon`, our own servers `service_role`. */
  role: 'anon' | 'authenticated' | 'service_role'
  /** Auth user's id; null for visitors and servers. */
  uid: string | null
  /** `rider`, `driver`, `admin` or `fleetadmin`, as the access token says. */
  userRole: string | null
  fleetId: string | null
}

export type Authenticate = (request: Request) => Promise<Caller>

type Settings = Pick<Environment, 'supabaseUrl' | 'publishableKeys' | 'secretKey' | 'jwks'>

const VISITOR: Caller = { role: 'anon', uid: null, userRole: null, fleetId: null }

/**
 * Identifies the caller: a user by the access token in `Authorization`, else a visitor by the publishable key in `apikey`.
 *
 * The platform's own check (`verify_jwt`) does not support asymmetric keys, hence this one.
 *
 * Errors: 401 `not_logged_in` for an invalid or expired token, 401 `invalid_api_key` without either.
 */
export function createAuthenticate(settings: Settings, fetcher: typeof fetch = fetch): Authenticate {
  // Loaded with the first token: visitors do not need it.
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
    if (bearer && !isKey) return toCaller(await claimsOf(bearer))
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

  /** Self-hosted projects may still sign with a shared secret, which only the Auth server knows. */
  async function askAuthServer(token: string): Promise<void> {
    const answer = await fetcher(`${settings.supabaseUrl}/auth/v1/user`, {
      headers: { apikey: settings.secretKey, authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`the Auth server answered ${answer.status}`)
    await answer.body?.cancel()
  }
}

/** `{"keys": [...]}` or the bare list of keys. */
function readKeySet(json: string): JSONWebKeySet {
  const value = JSON.parse(json) as JSONWebKeySet | JSONWebKeySet['keys']
  return Array.isArray(value) ? { keys: value } : value
}

function toCaller(claims: JWTPayload): Caller {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    role: 'authenticated',
    uid: text(claims.sub),
    userRole: text(claims['user_role']),
    fleetId: text(claims['fleet_id']),
  }
}
