import { App } from '@supabase/lite'
import { isDecodable } from '../address.ts'
import type { Sessions } from '../database/sessions.ts'
import { isTooDeep, isTooNested } from '../nesting.ts'
import type { Database, Log, StackModule, Tokens } from '../types.ts'
import { createCallers } from './callers.ts'
import { assertRightsKept, createConnection } from './connection.ts'
import { createJsonTexts } from './json-texts.ts'
import { captureConsole } from './quiet.ts'
import { createScalars } from './scalars.ts'
import { createTimeouts } from './timeouts.ts'
import { createMinter } from './token.ts'
import { createWholeTables } from './whole-tables.ts'

export interface RestOptions {
  database: Database
  sessions: Sessions
  tokens: Tokens
  log: Log
  /** Largest number of rows in a response, like `max_rows` in config.toml; default: 1000. */
  maxRows?: number
}

export interface Rest {
  rest: StackModule
  /** Reads the database's schema again. Call it after migrations. */
  refresh(): Promise<void>
}

function refuse(status: number, code: string | null, message: string, hint: string | null = null): Response {
  return Response.json({ code, message, details: null, hint }, { status })
}

/** Returns the response to an invalid token: 401, as in PostgREST, even for what a visitor may read. */
function refuseToken(error: unknown): Response {
  const expired = error instanceof Error && /exp/.test(error.message)
  return refuse(401, expired ? 'PGRST303' : 'PGRST301', expired ? 'JWT expired' : 'JWT is invalid')
}

/** Largest body of a request in bytes: ten times as large as any that our pages or functions send. */
const bodyLimit = 8 * 1024 * 1024

const tooDeep = 'The JSON is nested too deeply'

/** Returns the URL's query decoded, as the library parses it; unchanged if it cannot be decoded. */
function readQuery(url: string): string {
  const { search } = new URL(url)
  try {
    return decodeURIComponent(search)
  } catch {
    return search
  }
}

/**
 * Returns whether a name in the path contains an encoded slash, which no name does. The library would split the path there, while
 * the checks before it, such as `whole-tables.ts`, split it as PostgREST does, before decoding.
 */
const hidesSlash = (pathname: string): boolean => /%(?:25)*(?:2f|5c)/i.test(pathname)

/** Returns the request in the form that the library needs: with the path of its REST API, and a token that it can check. */
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
 * Middleware that keeps the library from looking up user and session before each request, which costs two queries. The library
 * later reads the caller from the token, so the values set here do not matter.
 */
const skipLookup = async (context: { set(name: string, value: string): void }, next: () => Promise<void>) => {
  context.set('userId', 'unknown')
  context.set('sessionId', 'unknown')
  await next()
}

/**
 * Creates the REST service from the library @supabase/lite. Callers are verified here; the library only gets short-lived tokens
 * that we sign for it.
 *
 * @throws Error if the library changed grants on its first request (`assertRightsKept`).
 */
export async function createRest(options: RestOptions): Promise<Rest> {
  const { database, tokens, log } = options
  const minter = createMinter()
  const callerOf = createCallers(tokens, minter)
  const timeouts = createTimeouts(database)
  const connection = createConnection(options.sessions, timeouts)
  const scalars = createScalars(database)
  const wholeTables = createWholeTables(database)
  const jsonTexts = createJsonTexts(database)
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
    // A path that cannot be decoded is answered with 404, as by PostgREST.
    const { pathname } = new URL(request.url)
    if (!isDecodable(pathname) || hidesSlash(pathname))
      return refuse(404, 'PGRST125', 'Invalid path specified in request URL')
    if (isTooNested(readQuery(request.url))) return refuse(400, 'PGRST100', 'The query is nested too deeply')
    const fault = scalars.refusal(request)
    if (fault) return refuse(fault.status, fault.code, fault.message)
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : null
    if (body && isTooDeep(body)) return refuse(400, 'PGRST102', tooDeep)
    const whole = wholeTables.refusal(request, body)
    if (whole) return refuse(whole.status, whole.code, whole.message)
    const inner = rewrite(request, jsonTexts.rewrite(request, body), caller.token)
    const [response, problem] = await captureConsole(() =>
      Promise.resolve(app.fetch(inner, { peerAddress: peer.address }))
    )
    if (response.status >= 500 && String(problem.message).includes('Maximum call stack size')) {
      // The JSON was nested too deeply within a text: for array columns the library also parses texts as JSON.
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
    await Promise.all([scalars.refresh(), wholeTables.refresh(), timeouts.refresh(), jsonTexts.refresh()])
  }
  await refresh()
  return { rest: { bodyLimit, fetch: serve, stop: () => connection.kysely.destroy() }, refresh }
}
