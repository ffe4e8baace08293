/** The driver's pages besides the map. Separate from `paths`, so that other pages do not load them. */
export const drivePaths = {
  trips: '/drive/trips',
  money: '/drive/money',
  office: '/drive/office',
  car: '/drive/car'
} as const
