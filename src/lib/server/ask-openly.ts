import { apiKey, apiUrl } from '../session/auth-client'
import { patient } from '../session/session-end'
import { clockedFetch } from '../time/server-clock'
import { toAppError } from './errors'

/**
 * Calls a public database function as a visitor, even if someone is signed in. It does not load the PostgREST client.
 *
 * @throws AppError with the server's key
 */
export async function askOpenly<T>(name: string, args: Record<string, unknown>): Promise<T> {
  const response = await clockedFetch(`${apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: apiKey,
      'content-type': 'application/json',
      // A publishable key is no token, so it is not sent as one. The key of an older Supabase project is a token.
      ...(apiKey.startsWith('sb_') ? {} : { authorization: `Bearer ${apiKey}` })
    },
    body: JSON.stringify(args),
    signal: patient()
  }).catch((error: unknown) => {
    throw toAppError(error)
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toAppError({ ...(body ?? {}), status: response.status })
  return body as T
}
