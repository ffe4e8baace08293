import { figure, flag, shaped } from '@/lib/storage/shape'

/** What a car must carry for a booking. */
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

/** The requirements that every car meets: one passenger and nothing else. */
export const nothingAsked: Requirements = { seats: 1, luggage: 0, child_seats: 0, wheelchair: false }

/** The maximum that can be required of a car. */
export const mostOf = { seats: 16, luggage: 16, child_seats: 4 } as const

/** Returns only the requirements that differ from {@link nothingAsked}. A booking stores these. */
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

/** A booking's stored requirements, with defaults. */
export function readRequirements(kept: unknown): Requirements {
  const { seats, luggage, child_seats, wheelchair } = (kept ?? {}) as Record<keyof Requirements, unknown>
  return {
    seats: Math.max(1, Number(seats) || 1),
    luggage: Number(luggage) || 0,
    child_seats: Number(child_seats) || 0,
    wheelchair: wheelchair === true
  }
}

/**
 * What the cars of a type carry: for each requirement the maximum among them. `fits` tells whether one of them meets all
 * requirements of the booking.
 */
export interface Carrying extends Requirements {
  fits: boolean
}

/**
 * The first requirement that no car of the type meets. Null if one car meets all. `together` if each requirement is met by some
 * car, but no car meets all of them.
 */
export function exceededRequirement(
  asked: Requirements,
  { fits, ...most }: Carrying
): keyof Requirements | 'together' | null {
  if (fits) return null
  if (asked.wheelchair && !most.wheelchair) return 'wheelchair'
  const counted = ['seats', 'luggage', 'child_seats'] as const
  return counted.find((key) => asked[key] > most[key]) ?? 'together'
}
