import { AuthClient } from '@supabase/auth-js'
import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import { env } from '@/config/env'
import type { Database } from '@/types/database'
import { dropSessionFromAddress } from './address'
import { clockedFetch } from './server-clock'

/*
 * The one client of the page, of the parts that supabase-js puts together: its `createClient` brings storage and
 * realtime along, 25 KB gzip that no visitor needs before the first trip.
 */

const key = env.supabaseKey
const url = env.supabaseUrl.replace(/\/$/, '')

/**
 * Session in localStorage, tokens refreshed by themselves. A link leads back with a code that is worth nothing without the
 * verifier this browser kept. A session in an address is never taken: whoever sent the link could know it, and everything
 * the person then does would happen in the sender's account.
 */
const auth = new AuthClient({
  url: `${url}/auth/v1`,
  headers: { apikey: key, Authorization: `Bearer ${key}` },
  storageKey: 'hackney.session',
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: () => false,
  flowType: 'pkce',
  fetch: clockedFetch
})

dropSessionFromAddress()

const accessToken = async (): Promise<string | null> => (await auth.getSession()).data.session?.access_token ?? null

/** A network that swallows a request answers nothing, ever: after this the page says so (ms). */
const PATIENCE_MS = 20_000

/** Sends the key with each request, and the person's token where there is one. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  // A publishable key is no token; an older project's key is one, and stands in for a visitor's.
  const token = (await accessToken()) ?? (key.startsWith('sb_') ? null : key)
  const headers = new Headers(init?.headers)
  headers.set('apikey', key)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const patience = AbortSignal.timeout(PATIENCE_MS)
  return clockedFetch(input, {
    ...init,
    headers,
    signal: init?.signal ? AbortSignal.any([init.signal, patience]) : patience
  })
}

/** Where pictures are. Its client is not needed for a link to one. */
export const storageUrl = `${url}/storage/v1`

// Its own retries would keep a failure to themselves for seven seconds; SWR shows it at once, and asks again.
const rest = new PostgrestClient<Database>(`${url}/rest/v1`, { fetch: authorizedFetch, retry: false })
const functions = new FunctionsClient(`${url}/functions/v1`, { customFetch: authorizedFetch })

export const supabase = { auth, functions, from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) }

let realtime: Promise<RealtimeClient> | undefined

/** The websocket's client, fetched with the first topic that somebody listens to. */
export function loadRealtime(): Promise<RealtimeClient> {
  realtime ??= connect()
  // A chunk that did not come is asked for again.
  realtime.catch(() => {
    realtime = undefined
  })
  return realtime
}

async function connect(): Promise<RealtimeClient> {
  const { RealtimeClient } = await import('@supabase/realtime-js')
  const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
    accessToken: async () => (await accessToken()) ?? key,
    fetch: authorizedFetch
  })
  auth.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT') void client.setAuth()
    else if (session && event !== 'INITIAL_SESSION') void client.setAuth(session.access_token)
  })
  return client
}
