/**
 * Removes session tokens and errors that Supabase Auth put into the fragment of the page's address. Otherwise the router,
 * bookmarks and the browser's history would contain them.
 */
export function dropSessionFromAddress(): void {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  if (!['access_token', 'refresh_token', 'error_code'].some((name) => fragment.has(name))) return
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
}
