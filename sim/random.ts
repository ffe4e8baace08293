/** A pseudo-random source. */
export interface Dice {
  /** A random number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** A number between two others. */
  between(low: number, high: number): number
  /** True with this probability. */
  chance(share: number): boolean
  /** An element of a non-empty list. */
  pick<T>(list: readonly T[]): T
}

/** The FNV-1a hash of a text: spreads texts over 32 bits. */
function spread(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/**
 * A random source for one purpose. Each purpose has its own, so that another draw in one place does not change others.
 *
 * @param parts the seed and the purpose
 */
export function dice(...parts: (string | number)[]): Dice {
  let state = spread(parts.join('/'))
  // mulberry32: 32 bits of state are enough for a few hundred draws each.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      const item = list[Math.floor(next() * list.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    }
  }
}
