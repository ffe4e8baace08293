// Loaded into a function's process before its own code: APIs of hosted functions that Deno lacks.

/** Running background work. */
const pending = new Set()

globalThis.EdgeRuntime = {
  /** Keeps the process until a promise has settled, although the response was sent. */
  waitUntil(promise) {
    const work = Promise.resolve(promise)
      .catch((error) => console.error('EdgeRuntime.waitUntil:', error))
      .finally(() => pending.delete(work))
    pending.add(work)
    return promise
  }
}

// The host asks to stop; it kills a process that takes too long.
Deno.addSignalListener('SIGTERM', async () => {
  globalThis.dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'termination' } }))
  while (pending.size > 0) await Promise.all(pending)
  Deno.exit(0)
})
