import { useSyncExternalStore } from 'react'

/**
 * The worker brought this page since no network did (src/worker/prepare.ts). A browser believes in a network that leads
 * nowhere, so until something answers there is none.
 */
let isOut = typeof document !== 'undefined' && 'kept' in document.documentElement.dataset

const ASK_MS = 5000

/** Asks what no worker answers, until there is an answer; whatever waits for a connection then goes on. */
async function ask(): Promise<void> {
  const isThere = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
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

/** Whether there is a network, as far as the browser and this page know. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine && !isOut,
    () => true
  )
}
