/** A source of pseudo-random values. */
export interface Dice {
  /** Returns a random number from 0 (included) to 1 (excluded). */
  next(): number
  /** Returns a random whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** Returns a random number from `low` to `high`. */
  between(low: number, high: number): number
  /** Returns true with this probability (0 to 1). */
  chance(share: number): boolean
  /** Returns a random element of a list, which must not be empty. */
  pick<T>(list: readonly T[]): T
}

/** Returns the FNV-1a hash of a text (32 bits). */
function spread(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/**
 * Creates a source for one purpose. Each purpose has a source of its own, so that an additional random value for one purpose
 * does not change the values of the others.
 *
 * @param parts the seed and the purpose; equal parts give equal values
 */
export function dice(...parts: (string | number)[]): Dice {
  let state = spread(parts.join('/'))
  // The generator is mulberry32: its 32 bits of state are enough for the few hundred values of one source.
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
