/** Takes tokens and refusals of Auth out of the fragment, where a router, a bookmark or the history would keep them. */
export function dropSessionFromAddress(): void {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  if (!['access_token', 'refresh_token', 'error_code'].some((name) => fragment.has(name))) return
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
}
