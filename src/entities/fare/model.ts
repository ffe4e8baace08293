import type { FareLine } from '@contract/routes'

export type { FareLine, Quote } from '@contract/routes'

/** Which parcel type and option of a car type are wanted, by their place in its lists. */
export interface ChosenExtras {
  parcel: number
  option: number
}

/** Reads fare lines out of their JSON column; anything that is not a line is left out. */
export function fareLines(value: unknown): FareLine[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (line): line is FareLine =>
      typeof line === 'object' && line !== null && typeof line.key === 'string' && typeof line.amount === 'number'
  )
}
