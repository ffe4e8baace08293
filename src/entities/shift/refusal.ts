import { toAppError } from '@/lib/server/errors'
import type { DriverActionKind } from './model'

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

/** Matches errors about the sent values: data that the database cannot store, and broken constraints. */
const OF_THE_VALUES = /^2[23]/

/**
 * The error key with which the server refused an action. Null if the error says nothing about the action, for example when the
 * server was busy, the session had expired, or a captive portal responded instead of the server. The action is then sent again.
 */
export function refusalOf(error: unknown): string | null {
  const { key, cause } = toAppError(error)
  if (LATER.has(key)) return null
  const code = (cause as { code?: unknown } | undefined)?.code
  if (code === WITHOUT_SESSION || (typeof code === 'string' && OF_THE_SERVER.test(code))) return null
  if (key !== 'unknown_error') return key
  if (typeof code !== 'string') return null
  return OF_THE_VALUES.test(code) ? 'value_invalid' : key
}

/**
 * Refusals that a later attempt cannot change: they are about the action or its trip. Any other refusal may end, for example
 * when an admin lifts a suspension, or when the server is updated.
 */
const FINAL = new Set([
  'already_exists',
  'already_rated',
  'amount_invalid',
  'booking_not_found',
  'case_open',
  'case_too_late',
  'demo_mode',
  'driver_busy',
  'extra_invalid',
  'extra_not_found',
  'extra_refused',
  'image_capture_off',
  'image_invalid',
  'image_too_large',
  'image_type_refused',
  'job_changed',
  'message_invalid',
  'name_invalid',
  'not_a_cash_booking',
  'not_a_delivery',
  'not_at_drop',
  'not_at_pickup',
  'rating_invalid',
  'select_proper',
  'signature_invalid',
  'stop_not_found',
  'stop_out_of_order',
  'reported_time_invalid',
  'value_invalid',
  'wrong_status'
])

/** Whether an error is final: the same data for the same trip would be refused again. */
export const isFinal = (key: string): boolean => FINAL.has(key)

/**
 * Whether the server refused an action for good, so that it is not sent again.
 *
 * @param status the status of the action's trip; null if the driver may no longer read the trip
 */
export function isFinalFor(kind: DriverActionKind, key: string, status: string | null): boolean {
  const isOver = status === null || status === 'CANCELLED'
  // A trip can be rated once it is paid, so the rating is sent again later.
  if (kind === 'rate' && key === 'wrong_status') return isOver
  // A rating or a report can succeed after the trip is over, so only the error decides.
  if (kind === 'rate' || kind === 'report') return isFinal(key)
  return isOver || isFinal(key)
}
