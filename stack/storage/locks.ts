import { setTimeout as sleep } from 'node:timers/promises'
import { refusals } from './errors.ts'

interface Holder {
  abort: AbortController
  released: Promise<void>
}

const patience = 5000

/**
 * Creates locks that admit one request at a time for one upload. A newer request asks the holder to stop: after a pause the old
 * connection may still seem alive, and the client wants to continue.
 */
export function createLocks() {
  const holders = new Map<string, Holder>()

  /** Runs `work` while holding the lock of an upload. @throws StorageError 423 if the holder does not release it. */
  return async function exclusive<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const giveUp = Date.now() + patience
    for (let holder = holders.get(id); holder; holder = holders.get(id)) {
      holder.abort.abort()
      const cancel = new AbortController()
      const timer = sleep(Math.max(0, giveUp - Date.now()), 'late', { signal: cancel.signal }).catch(() => 'late')
      const outcome = await Promise.race([holder.released, timer])
      cancel.abort()
      if (outcome === 'late') throw refusals.locked()
    }
    const abort = new AbortController()
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    holders.set(id, { abort, released })
    try {
      return await work(abort.signal)
    } finally {
      holders.delete(id)
      release()
    }
  }
}
