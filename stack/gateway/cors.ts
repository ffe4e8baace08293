import type { IncomingMessage } from 'node:http'

const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/** Allowed request headers: those of supabase-js, for browsers that do not name the headers they ask for. */
const requestHeaders = [
  'authorization',
  'apikey',
  'content-type',
  'x-client-info',
  'x-supabase-api-version',
  'prefer',
  'accept',
  'accept-profile',
  'content-profile',
  'range',
  'range-unit',
  'x-upsert',
  'x-region',
  'x-metadata',
  'cache-control'
].join(', ')

const exposed = [
  'content-range',
  'content-location',
  'date',
  'location',
  'preference-applied',
  'x-supabase-api-version',
  'x-total-count',
  'link',
  'retry-after',
  'sb-error-code',
  'etag',
  'accept-ranges',
  'content-length',
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'tus-complete',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'upload-expires'
].join(', ')

/** The response to a preflight. */
export function preflight(request: IncomingMessage): Response {
  const asked = request.headers['access-control-request-headers']
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': asked ?? requestHeaders,
      'access-control-max-age': '86400'
    }
  })
}

/** Lets pages of any origin read the response: keys and tokens decide, not origins, as on Supabase. */
export function addCors(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', exposed)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
