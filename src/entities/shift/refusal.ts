import { toAppError } from '@/lib/errors'

/** Responses that say nothing about the action: retry. */
const LATER = new Set([
  'network_error',
  'server_busy',
  'too_many_requests',
  'not_logged_in',
  'try_again',
  'upload_failed'
])

/** Not signed in: the session is being renewed. */
const WITHOUT_SESSION = '42501'

/** Errors of the database itself and not of the request: connections, locks, internal errors. */
const OF_THE_SERVER = /^(08|25|40|53|55|57|58|XX|PT5|PGRST0|PGRST3)/

/** A refusal's key; null if a retry may get another response, for example from the server instead of a captive portal. */
export function refusalOf(error: unknown): string | null {
  const { key, cause } = toAppError(error)
  if (LATER.has(key)) return null
  const code = (cause as { code?: unknown } | undefined)?.code
  if (code === WITHOUT_SESSION || (typeof code === 'string' && OF_THE_SERVER.test(code))) return null
  return key === 'unknown_error' && typeof code !== 'string' ? null : key
}
