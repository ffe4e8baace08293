import { HttpError, invalidRequest } from './errors.ts'
import { isStorable } from './validate.ts'

/** A request that passed the frame: JSON read, path known. */
export interface Call {
  request: Request
  body: Record<string, unknown>
}

export type Endpoint = (call: Call) => Promise<unknown>

/** Bytes that a request body may have: 25 points with their addresses take a tenth of it. */
export const BODY_LIMIT = 64 * 1024

/**
 * The frame of a function: finds the endpoint by the path after the function's name, reads JSON, answers JSON, turns
 * errors into `{code, message, hint}` and allows every origin (keys and tokens travel in headers, never in cookies).
 *
 * @param name the function's name, which stands in the path with or without `/functions/v1` before it
 */
export function createHandler(
  name: string,
  endpoints: Record<string, Endpoint>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const cors = corsHeaders(request)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
    try {
      const endpoint = findEndpoint(name, endpoints, request)
      if (request.method !== 'POST') {
        throw new HttpError(405, 'method_not_allowed', 'Only POST is allowed here', 'Send the payload as JSON by POST')
      }
      return Response.json(await endpoint({ request, body: await readJson(request) }), { headers: cors })
    } catch (error) {
      return errorResponse(name, error, cors)
    }
  }
}

function findEndpoint(name: string, endpoints: Record<string, Endpoint>, request: Request): Endpoint {
  const path = new URL(request.url).pathname.replace(/^\/functions\/v1(?=\/)/, '').replace(/\/+$/, '')
  const key = path.startsWith(`/${name}/`) ? path.slice(name.length + 2) : ''
  const endpoint = Object.hasOwn(endpoints, key) ? endpoints[key] : undefined
  if (endpoint) return endpoint
  const known = Object.keys(endpoints).map((path) => `${name}/${path}`).join(', ')
  throw new HttpError(404, 'not_found', 'There is nothing at this path', `Known paths: ${known}`)
}

function errorResponse(name: string, error: unknown, headers: Headers): Response {
  if (error instanceof HttpError) {
    const { status, code, message, hint } = error
    if (status === 429) headers.set('retry-after', '60')
    return Response.json({ code, message, ...(hint && { hint }) }, { status, headers })
  }
  // What went wrong is for the log; the caller only learns that it was not their fault.
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

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readBytes(request))
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw invalidRequest('Send a JSON object')
  }
  if (!isStorable(body)) throw invalidRequest('Leave out zero characters and halves of characters')
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidRequest('Send a JSON object')
  return body as Record<string, unknown>
}

/** Reads the body piece by piece, so that a large one is refused before it is in memory. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = new HttpError(
    413,
    'payload_too_large',
    'The request is too large',
    `Send at most ${BODY_LIMIT} bytes`,
  )
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) throw tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > BODY_LIMIT) throw tooLarge
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
