import { clockedFetch } from './server-clock'

/**
 * Matches the addresses whose responses contain a session. In such a response, `expires_at` is the time when the session ends
 * by the server's clock, and `expires_in` is the number of seconds until then.
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
