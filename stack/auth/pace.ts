import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** Runs the work and records its duration. */
  keep<T>(work: () => Promise<T>): Promise<T>
  /** Waits as long as the last recorded work took. */
  pretend(): Promise<void>
}

const remembered = 8
/** Time (ms) to wait before the first work was measured; later waits use the last measured time. */
const first = 10
const longest = 5000

/**
 * Makes a response take the same time whether or not there was work, because the time would reveal who has an account. The work
 * (a transaction, a mail, perhaps an operator's hook) cannot be done for an unknown account, so `pretend` waits for its
 * measured duration instead.
 */
export function createPace(): Pace {
  const times: number[] = []
  return {
    async keep(work) {
      const began = performance.now()
      try {
        return await work()
      } finally {
        times.push(Math.min(longest, performance.now() - began))
        if (times.length > remembered) times.shift()
      }
    },
    async pretend() {
      await sleep(times[Math.floor(Math.random() * times.length)] ?? first)
    }
  }
}
