/** The only problems shown; anything else in the address is ignored. */
const PROBLEMS: ReadonlySet<string> = new Set([
  'checkout_expired',
  'payment_declined',
  'payment_not_possible',
  'provider_busy',
  'server_busy',
  'too_many_requests'
])

/** The problem on the way to a payment's page, from the address; null if there was none. */
export function problemIn(params: URLSearchParams): string | null {
  const problem = params.get('problem')
  return problem && PROBLEMS.has(problem) ? problem : null
}
