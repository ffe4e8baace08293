import { readBytes, readJson } from './body.ts'
import { HttpError } from './errors.ts'

/** A request to a JSON endpoint, with its body already read. */
export interface Call {
  request: Request
  body: Record<string, unknown>
}

/** A request with its body as raw bytes. */
export interface RawCall {
  request: Request
  /** The body exactly as sent, because a signature covers these bytes. */
  bytes: Uint8Array<ArrayBuffer>
  /** The part of the URL that matches `*` in the endpoint's path; empty if the path has no `*`. */
  tail: string
}

/** An endpoint for requests whose body is not our JSON: webhooks, and browsers that another site redirects to us. */
export interface RawEndpoint {
  /** HTTP methods that the endpoint accepts; default: POST. */
  methods?: readonly string[]
  /** Largest body in bytes; default: BODY_LIMIT. */
  limit?: number
  answer: (call: RawCall) => Promise<Response>
}

/** An endpoint that takes a JSON object by POST and returns JSON, or a `Response` if it creates a file. */
export type JsonEndpoint = (call: Call) => Promise<unknown>

export type Endpoint = JsonEndpoint | RawEndpoint

/**
 * Creates the handler of an edge function: finds the endpoint by the path after the function's name, reads the body, responds,
 * and turns errors into `{code, message, hint}`. Every origin is allowed, because keys and tokens are in headers, never in
 * cookies.
 *
 * @param name the function's name, which is in the path with or without `/functions/v1` before it
 * @param endpoints the endpoints by path; the `*` of `webhook/*` matches one segment
 */
export function createHandler(
  name: string,
  endpoints: Record<string, Endpoint>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const cors = corsHeaders(request)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
    try {
      const { endpoint, tail } = findEndpoint(name, endpoints, request)
      return await answerOf(endpoint, request, tail, cors)
    } catch (error) {
      return errorResponse(name, error, cors)
    }
  }
}

async function answerOf(endpoint: Endpoint, request: Request, tail: string, cors: Headers): Promise<Response> {
  if (typeof endpoint === 'function') {
    refuseMethod(request, ['POST'], 'Send the payload as JSON by POST')
    const answered = await endpoint({ request, body: await readJson(request) })
    return answered instanceof Response ? withHeaders(answered, cors) : Response.json(answered, { headers: cors })
  }
  const { methods = ['POST'], limit, answer } = endpoint
  refuseMethod(request, methods)
  return await answer({ request, bytes: await readBytes(request, limit), tail })
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) response.headers.set(name, value)
  return response
}

/** Refuses other HTTP methods. @throws {HttpError} 405 `method_not_allowed` */
function refuseMethod({ method }: Request, allowed: readonly string[], hint?: string): void {
  if (allowed.includes(method)) return
  throw new HttpError(405, 'method_not_allowed', `Only ${allowed.join(' and ')} is allowed here`, hint)
}

/** The texts that match `*` in an endpoint's path, such as a name, an id or a token. */
const TAIL = /^[\w-]{1,200}$/

interface Found {
  endpoint: Endpoint
  tail: string
}

function findEndpoint(name: string, endpoints: Record<string, Endpoint>, request: Request): Found {
  const path = new URL(request.url).pathname.replace(/^\/functions\/v1(?=\/)/, '').replace(/\/+$/, '')
  const key = path.startsWith(`/${name}/`) ? path.slice(name.length + 2) : ''
  const [head = '', tail = '', ...rest] = key.split('/')
  const own = Object.hasOwn(endpoints, key) && !key.endsWith('*') ? endpoints[key] : undefined
  if (own) return { endpoint: own, tail: '' }
  const ofWords = rest.length === 0 && TAIL.test(tail) && Object.hasOwn(endpoints, `${head}/*`) &&
    endpoints[`${head}/*`]
  if (ofWords) return { endpoint: ofWords, tail }
  const known = Object.keys(endpoints).map((path) => `${name}/${path}`).join(', ')
  throw new HttpError(404, 'not_found', 'There is nothing at this path', `Known paths: ${known}`)
}

function errorResponse(name: string, error: unknown, headers: Headers): Response {
  if (error instanceof HttpError) {
    const { status, code, message, hint } = error
    if (status === 429) headers.set('retry-after', '60')
    return Response.json({ code, message, ...(hint && { hint }) }, { status, headers })
  }
  // Log the details; the caller only learns that the server failed.
  console.error(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
  return Response.json({ code: 'unknown_error', message: 'Something went wrong' }, { status: 500, headers })
}

function corsHeaders(request: Request): Headers {
  const asked = request.headers.get('access-control-request-headers')
  return new Headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': asked ?? 'authorization, x-client-info, apikey, content-type',
    'access-control-max-age': '86400',
    'vary': 'access-control-request-headers',
  })
}
