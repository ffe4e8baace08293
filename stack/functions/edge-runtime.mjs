// Loaded into a function's process before its own code: adds APIs of hosted functions that Deno lacks.

/** Promises of background work that has not ended. */
const pending = new Set()

globalThis.EdgeRuntime = {
  /** Keeps the process running until a promise has settled, although the response was sent. */
  waitUntil(promise) {
    const work = Promise.resolve(promise)
      .catch((error) => console.error('EdgeRuntime.waitUntil:', error))
      .finally(() => pending.delete(work))
    pending.add(work)
    return promise
  }
}

// The host (the stack) asks the process to stop; it kills a process that takes too long.
Deno.addSignalListener('SIGTERM', async () => {
  globalThis.dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'termination' } }))
  while (pending.size > 0) await Promise.all(pending)
  Deno.exit(0)
})
