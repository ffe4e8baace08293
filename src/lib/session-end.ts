import { clockedFetch } from './server-clock'

/**
 * Matches the addresses whose responses contain a session. `expires_at` is the session's end by the server's clock,
 * `expires_in` is the session's duration.
 */
const sessionPaths = /\/auth\/v1\/(token|verify|signup)\b/

/**
 * A `fetch` for the session client. The client compares the server's `expires_at` with the device's clock. If that clock were
 * an hour fast, the client would refresh the session before each request. If the clock were an hour slow, the client would use
 * an expired token. Therefore `expires_at` is removed from responses. The client then computes the session's end from
 * `expires_in` and the device's clock.
 */
export const sessionFetch: typeof fetch = async (input, init) => {
  const response = await clockedFetch(input, init)
  if (!response.ok || !sessionPaths.test(response.url)) return response
  const { expires_at: _, ...session } = await response.json()
  const { status, statusText, headers } = response
  return new Response(JSON.stringify(session), { status, statusText, headers })
}
