import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { env } from '@/config/env'
import { dropSessionFromAddress } from './address'
import { loadAgain } from './load-again'
import { clockedFetch } from './server-clock'
import { sessionFetch } from './session-end'

/* Sessions. Their client is 25 KB gzip; it is loaded with the first session, so visitors do not pay for it. */

export const apiKey = env.supabaseKey
export const apiUrl = env.supabaseUrl.replace(/\/$/, '')

const sessionKey = 'hackney.session'

/** Inside another site's frame the page ignores the session, so clicks there cannot be hijacked (clickjacking). */
const isFramed = typeof window !== 'undefined' && window.top !== window.self

/** Whether someone may be signed in: a session is stored, or the address carries a session's code. */
export function mayBeSignedIn(): boolean {
  if (isFramed) return false
  try {
    return localStorage.getItem(sessionKey) !== null || new URLSearchParams(window.location.search).has('code')
  } catch {
    return false
  }
}

/** The signed-in person according to this browser's storage. Only the server knows whether the session is still valid. */
export interface StoredUser {
  id: string
  /** From the token; null if the project's tokens have no role. */
  role: string | null
}

/** Reads the stored session, so it is available before the session client has loaded. */
export function storedUser(): StoredUser | null {
  if (isFramed) return null
  try {
    const { access_token: token } = JSON.parse(localStorage.getItem(sessionKey) ?? '')
    const { sub, user_role } = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')))
    return { id: sub, role: user_role ?? null }
  } catch {
    return null
  }
}

let auth: Promise<GoTrueClient> | undefined
let onAuth: (client: GoTrueClient) => void
const firstAuth = new Promise<GoTrueClient>((resolve) => {
  onAuth = resolve
})

/**
 * The session is kept in localStorage and its tokens are refreshed automatically. A link returns with a code that is useless
 * without the verifier in this browser. A session in a URL is never accepted: the sender of the link could know it, and
 * everything the person then does would happen in the sender's account.
 */
async function startAuth(): Promise<GoTrueClient> {
  const { AuthClient } = await loadAgain(() => import('@supabase/auth-js'))
  const client = new AuthClient({
    url: `${apiUrl}/auth/v1`,
    headers: { apikey: apiKey, Authorization: `Bearer ${apiKey}` },
    storageKey: sessionKey,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: () => false,
    flowType: 'pkce',
    fetch: sessionFetch
  })
  onAuth(client)
  return client
}

/** The session client: loaded at the start if someone may be signed in, otherwise when someone signs in. */
export function loadAuth(): Promise<GoTrueClient> {
  auth ??= startAuth()
  return auth
}

/** Calls with the current session once it is known, and on each change. The returned function unsubscribes. */
export function watchAuth(listener: (event: AuthChangeEvent, session: Session | null) => void): () => void {
  let end: (() => void) | null = () => {}
  void firstAuth.then((client) => {
    if (end) end = client.onAuthStateChange(listener).data.subscription.unsubscribe
  })
  return () => {
    end?.()
    end = null
  }
}

if (typeof window !== 'undefined') {
  if (mayBeSignedIn()) void loadAuth()
  dropSessionFromAddress()
  // Someone signed in in another tab.
  window.addEventListener('storage', (event) => {
    if (event.key === sessionKey && event.newValue && !isFramed) void loadAuth()
  })
}

export async function accessToken(): Promise<string | null> {
  if (!auth && !mayBeSignedIn()) return null
  const { data } = await (await loadAuth()).getSession()
  return data.session?.access_token ?? null
}

/** Some networks swallow requests; after this time the page reports an error (ms). */
const PATIENCE_MS = 20_000

/** Sends the API key with each request, and the person's token if there is one. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  // A publishable key is not a token; the key of an older project is, and serves as a visitor's token.
  const token = (await accessToken()) ?? (apiKey.startsWith('sb_') ? null : apiKey)
  const headers = new Headers(init?.headers)
  headers.set('apikey', apiKey)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const patience = AbortSignal.timeout(PATIENCE_MS)
  return clockedFetch(input, {
    ...init,
    headers,
    signal: init?.signal ? AbortSignal.any([init.signal, patience]) : patience
  })
}
