import type { Environment } from './env.ts'
import { HttpError } from './errors.ts'
import { fetchOnce } from './fetch-once.ts'

/** The database as edge functions use it: they only call SQL functions. */
export interface Database {
  /**
   * Calls a SQL function.
   *
   * @throws {HttpError} with the error key that the SQL function raised; 401 `not_logged_in` if a person's token is refused; 503
   * `server_busy` for any other failure
   */
  rpc<Result>(name: string, args: Record<string, unknown>): Promise<Result>
}

const TIMEOUT_MS = 10_000

/**
 * Headers of a request with the secret key. A legacy key (without `sb_`) is a JWT and has to be sent as a bearer token, too.
 */
export function serverHeaders(secretKey: string): Record<string, string> {
  return { apikey: secretKey, ...(!secretKey.startsWith('sb_') && { authorization: `Bearer ${secretKey}` }) }
}

type Settings = Pick<Environment, 'supabaseUrl' | 'secretKey'>

/** Creates access to the database through Supabase's REST API, with the secret key. */
export const createDatabase = ({ supabaseUrl, secretKey }: Settings, fetcher: typeof fetch = fetchOnce): Database =>
  connect(supabaseUrl, serverHeaders(secretKey), fetcher, busy)

/** Returns access to the database with the rights of a request's user: SQL functions run as that user. */
export type DatabaseAs = (request: Request) => Database

export function createDatabaseAs(
  { supabaseUrl, publishableKeys }: Pick<Environment, 'supabaseUrl' | 'publishableKeys'>,
  fetcher: typeof fetch = fetchOnce,
): DatabaseAs {
  return ({ headers }) => {
    const apikey = publishableKeys[0] ?? headers.get('apikey') ?? ''
    return connect(supabaseUrl, { apikey, authorization: headers.get('authorization') ?? '' }, fetcher, notLoggedIn)
  }
}

/** `unauthorized` is the error if the API refuses the credentials: a person can sign in again, our own key is our fault. */
function connect(
  supabaseUrl: string,
  headers: Record<string, string>,
  fetcher: typeof fetch,
  unauthorized: () => HttpError,
): Database {
  return {
    async rpc<Result>(name: string, args: Record<string, unknown>): Promise<Result> {
      const answer = await fetcher(`${supabaseUrl}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(args),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        console.error(`rpc ${name}: ${error instanceof Error ? error.message : String(error)}`)
        throw busy()
      })
      const body: unknown = await answer.json().catch(() => null)
      if (answer.ok) return body as Result
      throw toHttpError(name, answer.status, body, unauthorized)
    },
  }
}

function toHttpError(name: string, status: number, body: unknown, unauthorized: () => HttpError): HttpError {
  const { code, message, hint, details } = (body ?? {}) as Partial<
    Record<'code' | 'message' | 'hint' | 'details', string>
  >
  // SQL functions refuse with `raise sqlstate 'PT4xx'`: 4xx is the HTTP status, and the message is the error's key.
  if (code?.startsWith('PT4') && message) {
    return new HttpError(Number(code.slice(2)), message, hint ?? message, hint, details ?? undefined)
  }
  console.error(`rpc ${name}: ${status} ${code ?? ''} ${message ?? ''}`)
  return status === 401 ? unauthorized() : busy()
}

function notLoggedIn(): HttpError {
  return new HttpError(401, 'not_logged_in', 'The access token is not valid', 'Sign in again')
}

function busy(): HttpError {
  return new HttpError(503, 'server_busy', 'The database does not answer', 'Try again in a moment')
}
