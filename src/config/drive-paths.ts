/** A driver's pages beside the map. Links of other programs need none of them. */
export const drivePaths = {
  trips: '/drive/trips',
  money: '/drive/money',
  office: '/drive/office',
  car: '/drive/car'
} as const
