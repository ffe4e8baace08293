import { toAppError } from '@/lib/errors'

/** Answers that say nothing about the deed itself: it is sent again. */
const LATER = new Set([
  'network_error',
  'server_busy',
  'too_many_requests',
  'not_logged_in',
  'try_again',
  'upload_failed'
])

/** Nobody may do this who is not signed in: the session is on its way. */
const WITHOUT_SESSION = '42501'

/** What the database says of itself and not of the request: its connections, its locks, its faults. */
const OF_THE_SERVER = /^(08|25|40|53|55|57|58|XX|PT5|PGRST0|PGRST3)/

/** A refusal's key; null where a repeat may get another answer, as where a captive portal answered instead of the server. */
export function refusalOf(error: unknown): string | null {
  const { key, cause } = toAppError(error)
  if (LATER.has(key)) return null
  const code = (cause as { code?: unknown } | undefined)?.code
  if (code === WITHOUT_SESSION || (typeof code === 'string' && OF_THE_SERVER.test(code))) return null
  return key === 'unknown_error' && typeof code !== 'string' ? null : key
}
