import type { Conflict, Fix, QueuedDeed } from './model'

/** Where a driver's deeds and positions wait. Each call is atomic, so a page that is killed between two loses nothing. */
export interface ShiftStorage {
  /** Deeds in the order they were done. */
  deeds(): Promise<QueuedDeed[]>
  /** Adds a deed, or puts it in the place of the one with its key. */
  putDeed(deed: QueuedDeed): Promise<void>
  /** Takes another key and another code at the place of a held deed. */
  replaceDeed(key: string, deed: QueuedDeed): Promise<void>
  removeDeed(key: string): Promise<void>
  addFix(fix: Fix): Promise<void>
  /** The oldest fixes that are not newer than `until`. */
  fixes(until: number, most: number): Promise<Fix[]>
  /** Forgets the fixes up to and including this moment. */
  removeFixes(until: number): Promise<void>
  conflicts(): Promise<Conflict[]>
  putConflict(conflict: Conflict): Promise<void>
  /** Keeps its deeds as evidence and takes them off the queue, in one step. */
  keepConflict(conflict: Conflict): Promise<void>
}

/** Fixes kept at most: two hours at one a second. Then every second one goes: a coarse trail is better than half of one. */
export const FIXES_AT_MOST = 7200

/** Every second one of these, the newest stays. */
export const thinned = <T>(fixes: readonly T[]): T[] => fixes.filter((_, index) => (fixes.length - 1 - index) % 2 === 0)

/** For a browser that refuses storage, and for tests: what waits survives until the page closes. */
export function memoryStorage(): ShiftStorage {
  let deeds: QueuedDeed[] = []
  let fixes: Fix[] = []
  let conflicts: Conflict[] = []
  const put = (conflict: Conflict) => {
    conflicts = [...conflicts.filter(({ id }) => id !== conflict.id), conflict]
  }
  return {
    deeds: async () => [...deeds],
    putDeed: async (deed) => {
      const isThere = deeds.some((other) => other.key === deed.key)
      deeds = isThere ? deeds.map((other) => (other.key === deed.key ? deed : other)) : [...deeds, deed]
    },
    replaceDeed: async (key, deed) => {
      deeds = deeds.map((other) => (other.key === key ? deed : other))
    },
    removeDeed: async (key) => {
      deeds = deeds.filter((other) => other.key !== key)
    },
    addFix: async (fix) => {
      // A phone tells them in the order of time.
      if (fix.at > (fixes.at(-1)?.at ?? 0)) fixes.push(fix)
      if (fixes.length > FIXES_AT_MOST) fixes = thinned(fixes)
    },
    fixes: async (until, most) => fixes.filter((fix) => fix.at <= until).slice(0, most),
    removeFixes: async (until) => {
      fixes = fixes.filter((fix) => fix.at > until)
    },
    conflicts: async () => [...conflicts],
    putConflict: async (conflict) => put(conflict),
    keepConflict: async (conflict) => {
      put(conflict)
      deeds = deeds.filter(({ key }) => !conflict.deeds.some((missed) => missed.key === key))
    }
  }
}
