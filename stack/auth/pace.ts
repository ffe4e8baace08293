import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** Does the work and remembers how long it took. */
  keep<T>(work: () => Promise<T>): Promise<T>
  /** Takes as long as the work lately did. */
  pretend(): Promise<void>
}

const remembered = 8
/** Milliseconds before anything was measured; longer waits than the last are no use to anyone. */
const first = 10
const longest = 5000

/**
 * Lets an answer take the same time whether or not there was something to do: else the time tells who has an account.
 * What it does (a transaction, a mail, perhaps a hook of the operator's) cannot be done for nobody, so it is measured.
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
