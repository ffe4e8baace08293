/** A source of numbers that follow from a seed. */
export interface Dice {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** A number between two others. */
  between(low: number, high: number): number
  /** True with this probability. */
  chance(share: number): boolean
  /** One of a list that has at least one. */
  pick<T>(list: readonly T[]): T
}

/** FNV-1a: spreads texts over 32 bits. */
function spread(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/**
 * Dice for one purpose. Each purpose has its own, so that another throw in one place changes nothing elsewhere.
 *
 * @param parts the seed and what the dice are for
 */
export function dice(...parts: (string | number)[]): Dice {
  let state = spread(parts.join('/'))
  // mulberry32: 32 bits of state are plenty for a few hundred throws each.
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
