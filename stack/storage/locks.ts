import { setTimeout as sleep } from 'node:timers/promises'
import { refusals } from './errors.ts'

interface Holder {
  abort: AbortController
  released: Promise<void>
}

const patience = 5000

/**
 * Creates locks that admit one request at a time for one upload. A newer request tells the holder of the lock to stop. The
 * reason: after a lost connection the client wants to continue its upload, while the server has not noticed the loss yet.
 */
export function createLocks() {
  const holders = new Map<string, Holder>()

  /**
   * Runs `work` while holding the lock of an upload.
   *
   * @throws StorageError 423 if the previous holder does not release it within 5 seconds.
   */
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
