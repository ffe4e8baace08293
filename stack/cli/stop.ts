import type { Log } from '../types.ts'

type Part = { name: string; stop: () => unknown }

/** Time limit for stopping (ms), after which the process ends even if a part has not stopped. */
const limit = 1800

/** Creates a list of stop functions, which are called in reverse order. */
export function createStopper(log: Log) {
  const parts: Part[] = []
  let stopping: Promise<void> | undefined

  async function stopAll(): Promise<void> {
    for (const part of parts.toReversed()) {
      try {
        await part.stop()
      } catch (error) {
        log.warn('stop.failed', { part: part.name, error })
      }
    }
  }

  return {
    /** Adds a part's stop function; it runs once, after all parts added later have stopped. */
    add(name: string, stop: () => unknown): void {
      parts.push({ name, stop })
    },
    /** Stops everything within two seconds, even if a part hangs. */
    stop(): Promise<void> {
      stopping ??= Promise.race([
        stopAll(),
        new Promise<void>((resolve) => {
          setTimeout(resolve, limit).unref()
        })
      ])
      return stopping
    }
  }
}

export type Stopper = ReturnType<typeof createStopper>
