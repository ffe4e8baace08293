/**
 * Paths of the driver's pages; the map's path is `paths.drive`. They are separate from `paths`, so that other pages do not load
 * them.
 */
export const drivePaths = {
  trips: '/drive/trips',
  money: '/drive/money',
  office: '/drive/office',
  car: '/drive/car'
} as const
