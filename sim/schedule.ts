import { setTimeout as sleep } from 'node:timers/promises'
import type { AppClock } from './client/clock.ts'

/** A simulated person who takes steps at times of the app's clock. */
export interface Actor {
  readonly name: string
  /** Does what is due at `now` (ms since 1970). Returns when to call it again; null for never. */
  step(now: number): Promise<number | null>
}

/** Lets a person take the next step at once, because of an event, instead of at the planned time. */
export type Poke = (actor: Actor) => void

export interface Schedule {
  add(actor: Actor, at: number): void
  poke: Poke
}

interface Entry {
  actor: Actor
  at: number
  isBusy: boolean
  /** Whether `poke` was called during a step, so that the person has to take another step at once. */
  again: boolean
}

export interface Live extends Schedule {
  /** Stops the schedule. Resolves when the current steps have ended, at the latest after 300 ms. */
  stop(): Promise<void>
}

/** Delay before a failed step is repeated, for example if a request got no response (ms of the app's time). */
const RETRY = 4000
/** Shortest and longest pause between two checks for due steps (real ms). */
const [SHORTEST, LONGEST] = [25, 500]
/** Largest number of concurrent steps; each sends one or two requests. */
const ABREAST = 24

/**
 * Creates a schedule that runs the steps of people as the app's time passes.
 *
 * @param failed called when a step has failed; the step is retried after RETRY ms
 */
export function runLive(clock: AppClock, failed: (actor: Actor, error: unknown) => void): Live {
  const entries = new Map<Actor, Entry>()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  async function act(entry: Entry): Promise<void> {
    entry.isBusy = true
    entry.again = false
    try {
      const next = await entry.actor.step(clock.now())
      if (next === null) entries.delete(entry.actor)
      else entry.at = next
    } catch (error) {
      failed(entry.actor, error)
      entry.at = clock.now() + RETRY
    }
    entry.isBusy = false
    if (entry.again) entry.at = 0
  }

  function look(): void {
    clearTimeout(timer)
    if (isOver) return
    const now = clock.now()
    let next = now + LONGEST * clock.rate()
    for (const entry of entries.values()) {
      if (entry.isBusy) continue
      if (entry.at > now) next = Math.min(next, entry.at)
      else if (running.size < ABREAST) {
        const step = act(entry).then(() => {
          running.delete(step)
          look()
        })
        running.add(step)
      }
    }
    const wait = (next - now) / clock.rate()
    timer = setTimeout(look, Math.min(LONGEST, Math.max(SHORTEST, wait)))
  }

  return {
    add(actor, at) {
      entries.set(actor, { actor, at, isBusy: false, again: false })
      look()
    },
    poke(actor) {
      const entry = entries.get(actor)
      if (!entry) return
      if (entry.isBusy) entry.again = true
      else entry.at = 0
      look()
    },
    async stop() {
      isOver = true
      clearTimeout(timer)
      await Promise.race([Promise.allSettled(running), sleep(300)])
    }
  }
}
