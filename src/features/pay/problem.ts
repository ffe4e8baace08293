/** What may be said of the way here; anything else in the address is not ours. */
const PROBLEMS: ReadonlySet<string> = new Set([
  'checkout_expired',
  'payment_declined',
  'payment_not_possible',
  'provider_busy',
  'server_busy',
  'too_many_requests'
])

/** What went wrong on the way to a payment's page, as its address says it; null where nothing did. */
export function problemIn(params: URLSearchParams): string | null {
  const problem = params.get('problem')
  return problem && PROBLEMS.has(problem) ? problem : null
}
