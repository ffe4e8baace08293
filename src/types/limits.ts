// Generated from the database by scripts/generate-types.ts; do not edit.

/** How many entries the database takes in a list, by table. */
export const listLimits = { bookings: { waypoints: 23 }, fare_quotes: { waypoints: 23 } } as const

/** How many digits a code has, by table. */
export const codeLengths = { start_codes: { code: 5 } } as const
