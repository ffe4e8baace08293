import type { Conflict, Fix, QueuedAction } from './model'

/**
 * The storage of a driver's actions and positions. Each call is atomic, so nothing is lost if the page is closed between two
 * calls.
 */
export interface ShiftStorage {
  /** The actions in the order in which the driver did them. */
  actions(): Promise<QueuedAction[]>
  /** Adds an action, or replaces the one with its key. */
  putAction(action: QueuedAction): Promise<void>
  /** Replaces the action with this key by one with a corrected code and a new key, at the same place in the queue. */
  replaceAction(key: string, action: QueuedAction): Promise<void>
  removeAction(key: string): Promise<void>
  addFix(fix: Fix): Promise<void>
  /** The oldest positions up to the time `until`, at most `most` of them. */
  fixes(until: number, most: number): Promise<Fix[]>
  /** Deletes the positions up to and including this time. */
  removeFixes(until: number): Promise<void>
  conflicts(): Promise<Conflict[]>
  putConflict(conflict: Conflict): Promise<void>
  /** Stores refused actions as evidence and removes them from the queue, in one step. */
  keepConflict(conflict: Conflict): Promise<void>
}

/**
 * Maximum number of stored positions: two hours with one per second. When it is reached, every second position is deleted. A
 * coarse trail of the whole time is better than an exact trail of half of it.
 */
export const FIXES_AT_MOST = 7200

/** Every second item of a list; the newest is always included. */
export const thinned = <T>(fixes: readonly T[]): T[] => fixes.filter((_, index) => (fixes.length - 1 - index) % 2 === 0)

/** Storage in memory, for a browser that refuses storage and for tests: the queue lasts until the page closes. */
export function memoryStorage(): ShiftStorage {
  let actions: QueuedAction[] = []
  let fixes: Fix[] = []
  let conflicts: Conflict[] = []
  const put = (conflict: Conflict) => {
    conflicts = [...conflicts.filter(({ id }) => id !== conflict.id), conflict]
  }
  return {
    actions: async () => [...actions],
    putAction: async (action) => {
      const isThere = actions.some((other) => other.key === action.key)
      actions = isThere ? actions.map((other) => (other.key === action.key ? action : other)) : [...actions, action]
    },
    replaceAction: async (key, action) => {
      actions = actions.map((other) => (other.key === key ? action : other))
    },
    removeAction: async (key) => {
      actions = actions.filter((other) => other.key !== key)
    },
    addFix: async (fix) => {
      // Positions must be in the order of time, so a position older than the last one is dropped.
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
      actions = actions.filter(({ key }) => !conflict.actions.some((missed) => missed.key === key))
    }
  }
}
