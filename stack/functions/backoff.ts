/** Delays restarts of a function that keeps failing. */
export interface Backoff {
  /** Seconds until the function may be started again; 0 if it may start now. */
  wait(name: string): number
  failed(name: string): void
  /** Forgets a function's failures. Call it when its code has changed, or when its process has run for a while. */
  forget(name: string): void
}

const freeFailures = 2
const longest = 30

/** Creates the delays. The first two failures have no delay; for each further one it doubles: 1, 2, 4, … up to 30 seconds. */
export function createBackoff(now: () => number = Date.now): Backoff {
  const failures = new Map<string, { count: number; until: number }>()
  return {
    wait: (name) => Math.max(0, Math.ceil(((failures.get(name)?.until ?? 0) - now()) / 1000)),
    failed(name) {
      const count = (failures.get(name)?.count ?? 0) + 1
      const seconds = count <= freeFailures ? 0 : Math.min(longest, 2 ** (count - freeFailures - 1))
      failures.set(name, { count, until: now() + seconds * 1000 })
    },
    forget: (name) => void failures.delete(name)
  }
}
