import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { env } from '@/config/env'
import { dropSessionFromAddress } from './address'
import { loadAgain } from './load-again'
import { clockedFetch } from './server-clock'
import { sessionFetch } from './session-end'

/*
 * Sessions. Their client is 25 KB gzip that a visitor without one does not need, so it comes with the first session.
 */

export const apiKey = env.supabaseKey
export const apiUrl = env.supabaseUrl.replace(/\/$/, '')

const sessionKey = 'hackney.session'

/** In another site's frame nobody is signed in, whatever the browser keeps: no press there can be led to somebody's account. */
const isFramed = typeof window !== 'undefined' && window.top !== window.self

/** Whether somebody may be signed in here: a session is kept, or the address brings the code of one. */
export function mayBeSignedIn(): boolean {
  if (isFramed) return false
  try {
    return localStorage.getItem(sessionKey) !== null || new URLSearchParams(window.location.search).has('code')
  } catch {
    return false
  }
}

/** Who is signed in by what this browser keeps. Whether that still holds is for the server to say. */
export interface KeptPerson {
  id: string
  /** As the token says it; null where the project's tokens do not. */
  role: string | null
}

/** Read from the kept session, so it is there before the client of sessions. */
export function keptPerson(): KeptPerson | null {
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
 * Session in localStorage, tokens refreshed by themselves. A link leads back with a code that is worth nothing without the
 * verifier this browser kept. A session in a URL is never accepted: the sender of the link could know it, and everything
 * the person then does would happen in the sender's account.
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

/** The client of sessions: there from the beginning where somebody may be signed in, else once somebody signs in. */
export function loadAuth(): Promise<GoTrueClient> {
  auth ??= startAuth()
  return auth
}

/** Calls with who is signed in, from when sessions are known, and with each change. Ends by the returned function. */
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
  // Somebody signs in in another tab.
  window.addEventListener('storage', (event) => {
    if (event.key === sessionKey && event.newValue && !isFramed) void loadAuth()
  })
}

export async function accessToken(): Promise<string | null> {
  if (!auth && !mayBeSignedIn()) return null
  const { data } = await (await loadAuth()).getSession()
  return data.session?.access_token ?? null
}

/** A network that swallows a request answers nothing, ever: after this the page says so (ms). */
const PATIENCE_MS = 20_000

/** Sends the key with each request, and the person's token where there is one. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  // A publishable key is no token; an older project's key is one, and stands in for a visitor's.
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
