// Preloaded into each function's process, before the function's own code. Adds APIs of hosted Supabase functions that Deno
// lacks.

/** Promises of background work that is not finished. */
const pending = new Set()

globalThis.EdgeRuntime = {
  /** Keeps the process running until a promise has settled, even after the response has been sent. */
  waitUntil(promise) {
    const work = Promise.resolve(promise)
      .catch((error) => console.error('EdgeRuntime.waitUntil:', error))
      .finally(() => pending.delete(work))
    pending.add(work)
    return promise
  }
}

// The stack sends SIGTERM to stop the process, and kills it if it takes too long.
Deno.addSignalListener('SIGTERM', async () => {
  globalThis.dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'termination' } }))
  while (pending.size > 0) await Promise.all(pending)
  Deno.exit(0)
})
