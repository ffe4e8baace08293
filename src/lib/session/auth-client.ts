import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { env } from '@/config/env'
import { clockedFetch } from '../time/server-clock'
import { dropSessionFromAddress } from './address'
import { patient, sessionFetch } from './session-end'
import { isPaused, SESSION } from './session-pause'

/*
 * The client for sessions. It has 25 KB (gzip). It is loaded only if someone may be signed in, or when someone signs in. So
 * visitors do not download it.
 */

export const apiKey = env.supabaseKey
export const apiUrl = env.supabaseUrl.replace(/\/$/, '')

/**
 * Whether the page is shown in a frame of another page, perhaps of another site. The session is then ignored, so that the other
 * site cannot trick a signed-in person into clicks (clickjacking).
 */
const isFramed = typeof window !== 'undefined' && window.top !== window.self

/**
 * Returns whether someone may be signed in. That is so if a session is stored, or if the address contains the code with which a
 * sign-in link returns. In a frame it is always false.
 */
export function mayBeSignedIn(): boolean {
  if (typeof window === 'undefined' || isFramed) return false
  return hasStoredSession() || new URLSearchParams(window.location.search).has('code')
}

function hasStoredSession(): boolean {
  try {
    return !isFramed && localStorage.getItem(SESSION) !== null
  } catch {
    return false
  }
}

/**
 * The signed-in person according to the session that is stored in this browser. Only the server knows whether the session is
 * still valid.
 */
export interface StoredUser {
  id: string
  /** The person's role from the session's token; null if the project's tokens contain no role. */
  role: string | null
}

/** Reads the person from the stored session, without waiting for the session client to load. */
export function storedUser(): StoredUser | null {
  if (isFramed) return null
  try {
    const { access_token: token } = JSON.parse(localStorage.getItem(SESSION) ?? '')
    const { sub, user_role } = claimsOf(token)
    return { id: sub, role: user_role ?? null }
  } catch {
    return null
  }
}

const claimsOf = (token: string) => JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))

/** Returns whether the person has also proved a second factor in this session. */
export function isStrong({ access_token: token }: Pick<Session, 'access_token'>): boolean {
  try {
    return claimsOf(token).aal === 'aal2'
  } catch {
    return false
  }
}

let auth: Promise<GoTrueClient> | undefined
let onAuth: (client: GoTrueClient) => void
const firstAuth = new Promise<GoTrueClient>((resolve) => {
  onAuth = resolve
})

/**
 * Starts the session client. It keeps the session in localStorage and refreshes its tokens by itself. A sign-in link returns
 * with a code, which can only be used with the verifier stored in this browser. A complete session in an address is never
 * accepted. The sender of the link could know it, and everything that the person does would then happen in the sender's
 * account.
 */
async function startAuth(): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  const client = new AuthClient({
    url: `${apiUrl}/auth/v1`,
    headers: { apikey: apiKey, Authorization: `Bearer ${apiKey}` },
    storageKey: SESSION,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: () => false,
    flowType: 'pkce',
    fetch: sessionFetch
  })
  onAuth(client)
  return client
}

/** Returns the session client. It is loaded at the start if someone may be signed in, otherwise when someone signs in. */
export function loadAuth(): Promise<GoTrueClient> {
  auth ??= startAuth()
  return auth
}

/** Calls the listener with the current session once it is known, and on each change. The returned function unsubscribes. */
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
  // Load the session client when someone signs in in another tab.
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION && event.newValue && !isFramed) void loadAuth()
  })
}

/**
 * Returns the person's token; null if nobody is signed in.
 *
 * @throws TypeError, as `fetch` does without a network, if someone is signed in but the token could not be refreshed. Their
 * request must not be sent as a visitor's: its response would look as if their data were gone.
 */
export async function accessToken(): Promise<string | null> {
  if (!auth && !mayBeSignedIn()) return null
  if (isPaused()) throw new TypeError('fetch failed: the session has ended')
  const { data, error } = await (await loadAuth()).getSession()
  if (!data.session && hasStoredSession()) throw new TypeError('fetch failed: no token', { cause: error })
  return data.session?.access_token ?? null
}

/** Resolves as `work` does, but rejects as soon as the signal aborts. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
    work.then(resolve, reject)
  })
}

/** A `fetch` that sends the API key with each request, and the person's token if there is one. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  // The time limit includes the wait for the token, because a refresh can hang as well.
  const signal = patient(init?.signal)
  // Without a session, send the API key as the token if it is one. The key of an older Supabase project is the token of a
  // visitor; a publishable key is no token.
  const token = (await until(signal, accessToken())) ?? (apiKey.startsWith('sb_') ? null : apiKey)
  const headers = new Headers(init?.headers)
  headers.set('apikey', apiKey)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return clockedFetch(input, { ...init, headers, signal })
}
