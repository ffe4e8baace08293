/** The problems (error keys) that the page shows; any other text in the URL is ignored. */
const PROBLEMS: ReadonlySet<string> = new Set([
  'checkout_expired',
  'payment_declined',
  'payment_not_possible',
  'provider_busy',
  'server_busy',
  'too_many_requests'
])

/** Reads from the URL why the provider's page could not be opened or left with a result; null if there was no problem. */
export function problemIn(params: URLSearchParams): string | null {
  const problem = params.get('problem')
  return problem && PROBLEMS.has(problem) ? problem : null
}
