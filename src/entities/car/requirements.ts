import { figure, flag, shaped } from '@/lib/shape'

/** What a car has to carry. */
export interface Requirements {
  seats: number
  luggage: number
  child_seats: number
  wheelchair: boolean
}

export const isRequirements = shaped<Requirements>({
  seats: figure,
  luggage: figure,
  child_seats: figure,
  wheelchair: flag
})

/** One passenger and nothing else: what every car carries. */
export const nothingAsked: Requirements = { seats: 1, luggage: 0, child_seats: 0, wheelchair: false }

/** The most that can be asked for. */
export const mostOf = { seats: 16, luggage: 16, child_seats: 4 } as const

/** Only what is asked for, as a booking keeps it. */
export function askedOf(requirements: Requirements): Partial<Requirements> {
  const { seats, luggage, child_seats, wheelchair } = requirements
  return {
    ...(seats > 1 && { seats }),
    ...(luggage > 0 && { luggage }),
    ...(child_seats > 0 && { child_seats }),
    ...(wheelchair && { wheelchair })
  }
}

export const asksNothing = (requirements: Requirements): boolean => Object.keys(askedOf(requirements)).length === 0

/** What a booking keeps, in full. */
export function readRequirements(kept: unknown): Requirements {
  const { seats, luggage, child_seats, wheelchair } = (kept ?? {}) as Record<keyof Requirements, unknown>
  return {
    seats: Math.max(1, Number(seats) || 1),
    luggage: Number(luggage) || 0,
    child_seats: Number(child_seats) || 0,
    wheelchair: wheelchair === true
  }
}

/** Whether a car type carries what is asked, and the most that any of its cars does of each. */
export interface Carrying extends Requirements {
  fits: boolean
}

/** What stands in the way of a car type, the first that does; null where nothing does. */
export function exceededRequirement(
  asked: Requirements,
  { fits, ...most }: Carrying
): keyof Requirements | 'together' | null {
  if (fits) return null
  if (asked.wheelchair && !most.wheelchair) return 'wheelchair'
  const counted = ['seats', 'luggage', 'child_seats'] as const
  return counted.find((key) => asked[key] > most[key]) ?? 'together'
}
