import type { Fix } from './model'

/** Sent when this many fixes have gathered … */
const FULL = 10
/** … or when the oldest has waited this long (ms). */
const MAX_WAIT_MS = 5000
/** Without a signal fixes gather up to this many, about an hour at one each 5 s. */
const CAPACITY = 720

/** Gathers fixes into batches and keeps those that could not be sent. */
export interface FixBuffer {
  add(fix: Fix): void
  /** True when a batch is worth sending at `now`. */
  isDue(now: number): boolean
  /** Takes the next batch out. */
  take(): Fix[]
  /** Puts a batch back that did not get through. */
  putBack(fixes: Fix[]): void
  readonly size: number
}

/** Points a batch carries at most, so that catching up after a tunnel is a few calls, not one huge one. */
export const BATCH = 100

/** Makes an empty buffer. When it overflows the oldest fix goes: where the car is now matters more. */
export function createFixBuffer(): FixBuffer {
  let fixes: Fix[] = []
  let waitingSince: number | null = null
  return {
    add(fix) {
      const last = fixes.at(-1)
      if (last && fix.at <= last.at) return
      fixes = [...fixes, fix].slice(-CAPACITY)
      waitingSince ??= fix.at
    },
    isDue(now) {
      if (waitingSince === null || fixes.length === 0) return false
      return fixes.length >= FULL || now - waitingSince >= MAX_WAIT_MS
    },
    take() {
      const batch = fixes.slice(0, BATCH)
      fixes = fixes.slice(BATCH)
      waitingSince = fixes[0]?.at ?? null
      return batch
    },
    putBack(batch) {
      fixes = [...batch, ...fixes].slice(-CAPACITY)
      waitingSince = fixes[0]?.at ?? null
    },
    get size() {
      return fixes.length
    }
  }
}
