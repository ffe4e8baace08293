/**
 * Paths of the driver's pages, except the map (`paths.drive`). They are not in `paths`, so that only the driver's pages load
 * them.
 */
export const drivePaths = {
  trips: '/drive/trips',
  money: '/drive/money',
  office: '/drive/office',
  car: '/drive/car',
  firstDay: '/drive/first-day'
} as const
