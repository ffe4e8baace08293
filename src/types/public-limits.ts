// Generated from the database by scripts/generate-types.ts; do not edit.

/** How many entries the database takes in a list, by table. */
export const listLimits = { bookings: { waypoints: 23 }, fare_quotes: { waypoints: 23 } } as const

/** How many digits a code has, by table. */
export const codeLengths = { payment_methods: { last4: 4 }, start_codes: { code: 5 } } as const

/** How far a place is from the middle of the area that stands for it, at most. */
export const areaMetres = 300

/** How many bytes a file in a bucket may have, and of which types it may be; null where anything goes. */
export const bucketLimits = {
  bookings: { size: 10485760, types: ['image/png', 'image/jpeg', 'image/webp'] },
  cartypes: { size: 5242880, types: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] },
  company: { size: 5242880, types: ['image/png', 'image/jpeg', 'image/webp'] },
  regions: { size: null, types: null },
  shifts: { size: 10485760, types: ['image/png', 'image/jpeg', 'image/webp'] },
  users: { size: 10485760, types: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] }
} as const
