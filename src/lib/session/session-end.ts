import { readStored } from '../storage/stored'
import { clockedFetch } from '../time/server-clock'
import { pause, SESSION } from './session-pause'

/**
 * Time limit of a request (ms). On some networks a request gets no response at all; after this time the page reports an error.
 */
export const PATIENCE_MS = 20_000

/** Limits the time of a request, in addition to the caller's own signal. */
export function patient(signal?: AbortSignal | null): AbortSignal {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  return signal ? AbortSignal.any([signal, patience]) : patience
}

/**
 * Matches the addresses whose responses contain a session. In such a response, `expires_at` is the time when the session ends
 * by the server's clock, and `expires_in` is the number of seconds until then.
 */
const sessionPaths = /\/auth\/v1\/(token|verify|signup)\b/

const refreshPath = /\/auth\/v1\/token\?grant_type=refresh_token/

/** The codes with which Auth says that a session has ended, or that no refresh token of it will ever be accepted. */
const endings = new Set<unknown>([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'validation_failed'
])

/** Whether an error of the session client says that the session has ended. Other errors say nothing about the session. */
export const isSessionOver = ({ name, code }: { name: string; code?: string | undefined }): boolean =>
  name === 'AuthSessionMissingError' || endings.has(code)

/**
 * Whether a response to a token refresh comes from Auth and decides about the session. The session client ends the session at
 * every other response below 500: at Auth's limit (429), a proxy's refusal (403, 408, 413), or a captive portal's page.
 */
async function isDecision(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null) return false
  if (response.ok) return 'access_token' in body && 'refresh_token' in body
  const { code, error_code } = body as { code?: unknown; error_code?: unknown }
  return endings.has(code) || endings.has(error_code)
}

/**
 * A `fetch` for the session client.
 *
 * The client compares the server's `expires_at` with the device's clock. If that clock were an hour fast, the client would
 * refresh the session before each request. If the clock were an hour slow, the client would use an expired token. Therefore
 * `expires_at` is removed from responses. The client then computes the session's end from `expires_in` and the device's clock.
 *
 * Only Auth's own decision ends a session. At a token refresh, every other response becomes a 503, which the client retries. A session
 * that ended elsewhere during a trip is kept until the person signs in again (session-pause.ts).
 */
export const sessionFetch: typeof fetch = async (input, init) => {
  const isRefresh = refreshPath.test(String(input))
  const response = await clockedFetch(input, { ...init, signal: patient(init?.signal) })
  if (isRefresh && !(await isDecision(response)))
    return Response.json({ message: `The session was not refreshed: ${response.status}` }, { status: 503 })
  // The client goes on with the session that is kept.
  if (isRefresh && !response.ok && (await pause.session(String(init?.body)))) return Response.json(readStored(SESSION))
  if (!response.ok || !sessionPaths.test(response.url)) return response
  const { expires_at: _, ...session } = await response.json()
  const { status, statusText, headers } = response
  return new Response(JSON.stringify(session), { status, statusText, headers })
}
