import type { FareLine } from '@contract/routes'

export type { FareLine, Quote } from '@contract/routes'

/** Which parcel type and which option of a car type are chosen, by index. */
export interface ChosenExtras {
  parcel: number
  option: number
}

/** Parses fare lines from their JSON column; invalid entries are ignored. */
export function fareLines(value: unknown): FareLine[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (line): line is FareLine =>
      typeof line === 'object' && line !== null && typeof line.key === 'string' && typeof line.amount === 'number'
  )
}
