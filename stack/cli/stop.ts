import type { Log } from '../types.ts'

type Part = { name: string; stop: () => unknown }

/** Longest time that stopping may take before the process ends regardless. */
const limit = 1800

/** Remembers how to stop what was started, the last first. */
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
    /** Adds a part; `stop` runs once, after everything that was added later has stopped. */
    add(name: string, stop: () => unknown): void {
      parts.push({ name, stop })
    },
    /** Stops everything, within two seconds whatever hangs. */
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
