import { App } from '@supabase/lite'
import { isDecodable } from '../address.ts'
import type { Sessions } from '../database/sessions.ts'
import { isTooDeep, isTooNested } from '../nesting.ts'
import type { Database, Log, StackModule, Tokens } from '../types.ts'
import { createCallers } from './callers.ts'
import { assertRightsKept, createConnection } from './connection.ts'
import { captureConsole } from './quiet.ts'
import { createMinter } from './token.ts'

export interface RestOptions {
  database: Database
  sessions: Sessions
  tokens: Tokens
  log: Log
  /** Largest number of rows of a response, like config.toml's `max_rows`. */
  maxRows?: number
}

export interface Rest {
  rest: StackModule
  /** Reloads the schema, after migrations. */
  refresh(): Promise<void>
}

function refuse(status: number, code: string | null, message: string, hint: string | null = null): Response {
  return Response.json({ code, message, details: null, hint }, { status })
}

/** The response to an invalid token: 401 even where a visitor would be admitted, as in PostgREST. */
function refuseToken(error: unknown): Response {
  const expired = error instanceof Error && /exp/.test(error.message)
  return refuse(401, expired ? 'PGRST303' : 'PGRST301', expired ? 'JWT expired' : 'JWT is invalid')
}

/** Largest body of a request in bytes: ten times what any page or function sends. */
const bodyLimit = 8 * 1024 * 1024

const tooDeep = 'The JSON is nested too deeply'

/** The query as the library parses it; parts that cannot be decoded stay as they are. */
function readQuery(url: string): string {
  const { search } = new URL(url)
  try {
    return decodeURIComponent(search)
  } catch {
    return search
  }
}

/** The request in the form that the library needs: with the library's own path, and a token it can check. */
function rewrite(request: Request, body: Uint8Array<ArrayBuffer> | null, token: string): Request {
  const url = new URL(request.url)
  url.pathname = `/rest/v1${url.pathname}`
  url.searchParams.delete('apikey')
  const headers = new Headers(request.headers)
  headers.delete('apikey')
  headers.set('authorization', `Bearer ${token}`)
  return new Request(url, { method: request.method, headers, body })
}

/**
 * Skips the library's own lookup of user and session before each request: two queries in tables that do not belong to the
 * library. The caller is read from its token later, regardless of this value.
 */
const skipLookup = async (context: { set(name: string, value: string): void }, next: () => Promise<void>) => {
  context.set('userId', 'unknown')
  context.set('sessionId', 'unknown')
  await next()
}

/**
 * REST on @supabase/lite: the caller is verified here, and the library only sees our short-lived tokens.
 *
 * @throws Error if the library changed grants on its first request.
 */
export async function createRest(options: RestOptions): Promise<Rest> {
  const { database, tokens, log } = options
  const minter = createMinter()
  const callerOf = createCallers(tokens, minter)
  const connection = createConnection(options.sessions)
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: minter.secret },
    api: { enabled: true, schemas: ['public'], max_rows: options.maxRows ?? 1000 },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { server: { apiKeys: false, disableStudio: true, middlewares: [skipLookup] } }
  })
  await captureConsole(() => app.init())
  await assertRightsKept(connection, database)

  async function serve(request: Request, peer: { address: string }): Promise<Response> {
    const caller = await callerOf(request).catch(refuseToken)
    if (caller instanceof Response) return caller
    if (!caller) return refuse(401, null, 'Invalid API key', 'Send the publishable key in the `apikey` header')
    // Respond with 404 to a path that cannot be decoded, as PostgREST does.
    if (!isDecodable(new URL(request.url).pathname))
      return refuse(404, 'PGRST125', 'Invalid path specified in request URL')
    if (isTooNested(readQuery(request.url))) return refuse(400, 'PGRST100', 'The query is nested too deeply')
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : null
    if (body && isTooDeep(body)) return refuse(400, 'PGRST102', tooDeep)
    const inner = rewrite(request, body, caller.token)
    const [response, problem] = await captureConsole(() =>
      Promise.resolve(app.fetch(inner, { peerAddress: peer.address }))
    )
    if (response.status >= 500 && String(problem.message).includes('Maximum call stack size')) {
      // Refuse JSON that is nested too deeply; for array columns the library also parses texts as JSON.
      return refuse(400, 'PGRST102', tooDeep)
    }
    if (response.status >= 500) {
      log.error('rest.failed', { method: request.method, path: new URL(request.url).pathname, ...problem })
    }
    return response
  }

  const refresh = async (): Promise<void> => {
    await connection.clearSchemaCache()
    await connection.introspect({ useCache: true })
  }
  await refresh()
  return { rest: { bodyLimit, fetch: serve, stop: () => connection.kysely.destroy() }, refresh }
}
