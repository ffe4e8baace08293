/**
 * The range in which the database accepts a number (src/types/limits.ts). `from` and `to` belong to the range; `above` and
 * `below` do not.
 */
export interface NumberBounds {
  readonly from?: number
  readonly above?: number
  readonly to?: number
  readonly below?: number
}

/** Returns whether a number is within the range; false for NaN. */
export function isWithin(value: number, bounds: NumberBounds): boolean {
  const { from = -Infinity, above = -Infinity, to = Infinity, below = Infinity } = bounds
  return value >= from && value > above && value <= to && value < below
}
