import type { RealtimeClient } from '@supabase/realtime-js'
import { accessToken, apiKey, apiUrl, authorizedFetch, watchAuth } from './auth-client'

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
  const client = new RealtimeClient(`${apiUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: apiKey },
    accessToken: async () => (await accessToken()) ?? apiKey,
    fetch: authorizedFetch
  })
  watchAuth((event, session) => {
    if (event === 'SIGNED_OUT') void client.setAuth()
    else if (session && event !== 'INITIAL_SESSION') void client.setAuth(session.access_token)
  })
  return client
}
