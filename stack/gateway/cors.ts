import type { IncomingMessage } from 'node:http'

const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/** Allowed request headers: those that supabase-js sends. Used if the browser does not name the headers that it asks for. */
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

/** Returns the response to a preflight request. */
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

/**
 * Returns the response with headers that let pages of any origin read it. As on Supabase, keys and tokens decide who may read,
 * not origins.
 */
export function addCors(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', exposed)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
