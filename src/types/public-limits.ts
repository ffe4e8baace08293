// Generated from the database by scripts/generate-types.ts; do not edit.

/** Maximum entries of list columns, by table. */
export const listLimits = {
  bookings: { waypoints: 23 },
  driver_shifts: { photos: 8 },
  fare_quotes: { waypoints: 23 },
  rating_comments: { tags: 5 },
  settings: { embed_origins: 50 },
  tariff_windows: { dates: 400, except_dates: 400 }
} as const

/** Number of digits of codes, by table. */
export const codeLengths = {
  inbound_texts: { code: 3 },
  payment_methods: { last4: 4 },
  start_codes: { code: 5 }
} as const

/** Maximum bytes and allowed types of files in a bucket; null for no limit. */
export const bucketLimits = {
  bookings: { size: 10485760, types: ['image/png', 'image/jpeg', 'image/webp'] },
  cartypes: { size: 5242880, types: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] },
  company: { size: 5242880, types: ['image/png', 'image/jpeg', 'image/webp'] },
  regions: { size: null, types: null },
  shifts: { size: 10485760, types: ['image/png', 'image/jpeg', 'image/webp'] },
  users: { size: 10485760, types: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] }
} as const
