/** The problems (error keys) that the page shows; any other text in the URL is ignored. */
const PROBLEMS: ReadonlySet<string> = new Set([
  'checkout_expired',
  'payment_declined',
  'payment_not_possible',
  'provider_busy',
  'server_busy',
  'too_many_requests'
])

/** Reads from the URL the problem with which the server sent the person to this page; null if there was none. */
export function problemIn(params: URLSearchParams): string | null {
  const problem = params.get('problem')
  return problem && PROBLEMS.has(problem) ? problem : null
}
