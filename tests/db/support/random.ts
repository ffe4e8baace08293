/** The seed of this run: `HACKNEY_SEED`, or a new one. Each suite that uses it prints it. */
export const seed = Number(process.env.HACKNEY_SEED ?? Math.floor(Math.random() * 2 ** 31))

export { isFull } from '../../support/full.ts'

export interface Random {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
}

/** A generator (mulberry32) that gives the same numbers for the same seed and stream, so that a failure can be repeated. */
export function random(stream: number, from = seed): Random {
  let state = (from ^ Math.imul(stream + 1, 0x9e3779b1)) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] as never,
    chance: (probability) => next() < probability
  }
}
