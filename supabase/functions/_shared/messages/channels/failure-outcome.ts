import type { ProviderFailure } from '../../http-client/failure.ts'
import type { Outcome } from './types.ts'

/**
 * Returns the outcome of a failed request to a provider.
 *
 * A request may have been executed although its response is missing or unreadable. Such an outcome is `unknown`, or `retry` if
 * the provider deduplicates repeated requests.
 *
 * @param isRepeatable whether the provider deduplicates them, by an idempotency key
 */
export function failureOutcome(failure: ProviderFailure, isRepeatable = false): Outcome {
  const { kind, message: reason, retryAfterMs: afterMs, status = 0, isUnsent } = failure
  if (kind === 'denied' || kind === 'spent') return { state: 'account_refused', reason }
  if (kind === 'throttled') return { state: 'rate_limited', reason, afterMs }
  // 503 says that the server did not handle the request (RFC 9110, 15.6.4).
  if (isUnsent || kind === 'server' && status === 503) return { state: 'retry', reason, afterMs }
  if (kind === 'refused') return { state: isOfAccount(status) ? 'account_refused' : 'undeliverable', reason }
  if (status >= 300 && status < 400) return { state: 'account_refused', reason }
  return isRepeatable ? { state: 'retry', reason, afterMs } : { state: 'unknown', reason }
}

/** Whether a refusal is about our key, our credit or the address that we call, not about the message. */
const isOfAccount = (status: number): boolean => [401, 402, 403, 404, 405, 407, 410, 415].includes(status)
