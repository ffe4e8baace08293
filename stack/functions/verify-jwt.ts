import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { problem } from './problem.ts'

/**
 * Creates the check of access tokens for functions with `verify_jwt = true`.
 *
 * @param env Variables of the functions; SUPABASE_JWKS contains the public keys.
 * @returns A function that returns null for a request with a valid token, else the response that refuses the request.
 */
export function createJwtCheck(env: Record<string, string>): (request: Request) => Promise<Response | null> {
  const jwks = JSON.parse(env.SUPABASE_JWKS ?? '{"keys":[]}') as JSONWebKeySet
  const keys = createLocalJWKSet(jwks)
  const issuer = env.SUPABASE_URL ? { issuer: `${env.SUPABASE_URL}/auth/v1` } : {}
  return async (request) => {
    const header = request.headers.get('authorization')
    if (!header) return problem(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1]
    if (token?.split('.').length !== 3) {
      return problem(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT')
    }
    try {
      await jwtVerify(token, keys, { ...issuer, algorithms: ['ES256', 'RS256', 'EdDSA'] })
      return null
    } catch {
      return problem(401, 'UNAUTHORIZED_ASYMMETRIC_JWT', 'Invalid JWT')
    }
  }
}
