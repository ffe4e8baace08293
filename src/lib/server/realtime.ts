import type { RealtimeClient } from '@supabase/realtime-js'
import { accessToken, apiKey, apiUrl, authorizedFetch, watchAuth } from '../session/auth-client'

let realtime: Promise<RealtimeClient> | undefined

/** Returns the websocket client. It is loaded at the first subscription. */
export function loadRealtime(): Promise<RealtimeClient> {
  realtime ??= connect()
  // If the client's code could not be loaded, the next call tries again.
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
