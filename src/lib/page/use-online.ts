import { useSyncExternalStore } from 'react'
import { env } from '@/config/env'

/**
 * True if the service worker served this page because the network did not respond (src/worker/prepare.ts). The page then counts
 * as offline until a request succeeds, because a browser may report that it is online although the network does not work.
 */
let isOut = typeof document !== 'undefined' && 'kept' in document.documentElement.dataset

const ASK_MS = 5000

/**
 * Asks Auth how it is, which the service worker never answers, until it does. It then dispatches the event `online`, for
 * everything that waits for a connection. A hotel's sign-in page answers every address, so only JSON counts.
 */
async function ask(): Promise<void> {
  const isThere = await fetch(`${env.supabaseUrl}/auth/v1/health`, {
    cache: 'no-store',
    redirect: 'error',
    headers: { apikey: env.supabaseKey }
  }).then(
    ({ ok, headers }) => ok && /json/.test(headers.get('content-type') ?? ''),
    () => false
  )
  if (!isThere) return void setTimeout(ask, ASK_MS)
  isOut = false
  window.dispatchEvent(new Event('online'))
}
if (isOut) void ask()

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Returns whether both the browser and this page consider the network available. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine && !isOut,
    () => true
  )
}
