import { toAppError } from '@/lib/errors'

/** Errors that say nothing about the action itself, so the action is sent again later. */
const LATER = new Set([
  'network_error',
  'server_busy',
  'too_many_requests',
  'not_logged_in',
  'try_again',
  'upload_failed'
])

/** The database's error for a request without a session; the action is sent again when the session is renewed. */
const WITHOUT_SESSION = '42501'

/** Matches errors of the database itself, not of the request: connections, locks, internal errors. */
const OF_THE_SERVER = /^(08|25|40|53|55|57|58|XX|PT5|PGRST0|PGRST3)/

/**
 * The error key if the server refused an action for good. Null if sending it again may succeed, for example when a captive
 * portal answered instead of the server.
 */
export function refusalOf(error: unknown): string | null {
  const { key, cause } = toAppError(error)
  if (LATER.has(key)) return null
  const code = (cause as { code?: unknown } | undefined)?.code
  if (code === WITHOUT_SESSION || (typeof code === 'string' && OF_THE_SERVER.test(code))) return null
  return key === 'unknown_error' && typeof code !== 'string' ? null : key
}
