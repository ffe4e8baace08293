import { clockedFetch } from './server-clock'

/** Answers that bring a session say when it ends by the server's clock, and how long it lasts. */
const sessionPaths = /\/auth\/v1\/(token|verify|signup)\b/

/**
 * `fetch` for the client of sessions. It measures a session's end by the device's clock, but believes the server's
 * `expires_at`: a clock an hour fast would renew the session before each request, one an hour slow would go on with a token
 * that ended long ago. Without `expires_at` the client counts `expires_in` from now, by the clock it reads.
 */
export const sessionFetch: typeof fetch = async (input, init) => {
  const response = await clockedFetch(input, init)
  if (!response.ok || !sessionPaths.test(response.url)) return response
  const { expires_at: _, ...session } = await response.json()
  const { status, statusText, headers } = response
  return new Response(JSON.stringify(session), { status, statusText, headers })
}
