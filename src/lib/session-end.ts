import { clockedFetch } from './server-clock'

/** Matches the addresses whose responses contain a session, with its end by the server's clock and its duration. */
const sessionPaths = /\/auth\/v1\/(token|verify|signup)\b/

/**
 * `fetch` for the session client. The client compares the server's `expires_at` with the device's clock: a clock an hour fast
 * would refresh the session before each request, one an hour slow would use an expired token. Without `expires_at` the client
 * computes the end from `expires_in` and the device's clock.
 */
export const sessionFetch: typeof fetch = async (input, init) => {
  const response = await clockedFetch(input, init)
  if (!response.ok || !sessionPaths.test(response.url)) return response
  const { expires_at: _, ...session } = await response.json()
  const { status, statusText, headers } = response
  return new Response(JSON.stringify(session), { status, statusText, headers })
}
