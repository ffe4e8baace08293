import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** Runs the work and records its duration. */
  keep<T>(work: () => Promise<T>): Promise<T>
  /** Waits instead of working: as long as one of the last runs took, chosen at random. */
  pretend(): Promise<void>
}

const remembered = 8
/** Time to wait while no work has been measured yet (ms). */
const first = 10
const longest = 5000

/**
 * Creates a pace, which makes a response take about the same time whether or not a code is sent. Otherwise the time would
 * reveal who has an account. The work of sending (a transaction, a mail, perhaps an operator's hook) is not done for every
 * address. When it is not done, `pretend` waits as long as such work took before.
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
