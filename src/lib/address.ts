/** Removes tokens and errors of Auth from the fragment, so that neither router, bookmarks nor history keep them. */
export function dropSessionFromAddress(): void {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  if (!['access_token', 'refresh_token', 'error_code'].some((name) => fragment.has(name))) return
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
}
