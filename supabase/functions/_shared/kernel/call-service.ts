import { serverHeaders } from './database.ts'
import type { Environment } from './env.ts'
import { fetchOnce } from './fetch-once.ts'

export interface ServiceCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The body, which is sent as JSON. */
  body?: unknown
  /** Whether to send the secret key as a bearer token, too: the admin API of Auth requires it. */
  isBearer?: boolean
  timeoutMs?: number
}

/**
 * Calls another service of this project (auth, storage, REST, a function) with our secret key. The request is sent only once.
 *
 * @param path path after the project's URL, such as `/auth/v1/admin/users`
 * @throws {Error} if no response arrives in time (`timeoutMs`); an error status does not throw
 */
export type CallService = (path: string, call?: ServiceCall) => Promise<Response>

const TIMEOUT_MS = 8000

export const createCallService = (
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  fetcher: typeof fetch = fetchOnce,
): CallService =>
(path, { method = 'GET', body, isBearer = false, timeoutMs = TIMEOUT_MS } = {}) =>
  fetcher(`${supabaseUrl}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...serverHeaders(secretKey),
      ...(isBearer && { authorization: `Bearer ${secretKey}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
