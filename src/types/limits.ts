// Generated from the database by scripts/generate-types.ts; do not edit.

/** How many entries the database takes in a list, by table. */
export const listLimits = { bookings: { waypoints: 23 }, fare_quotes: { waypoints: 23 } } as const

/** How many digits a code has, by table. */
export const codeLengths = { start_codes: { code: 5 } } as const

/** Between which numbers a column lies that people type or choose, by table. */
export const numberBounds = {
  ratings: { stars: { to: 5, from: 1 } },
  zones: { amount: { below: 1000000, from: 0 }, percent: { to: 1000, above: 0 } }
} as const

/** How far a place is from the middle of the area that stands for it, at most. */
export const areaMetres = 300
