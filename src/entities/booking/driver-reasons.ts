/**
 * Why a driver gives a trip back. Fixed, where the riders' reasons are the operator's: dispatch acts on them no
 * differently, and each is worded so that a rider may read it too.
 */
export const DRIVER_REASONS = [
  'driver_car_trouble',
  'driver_late',
  'driver_pickup_unreachable',
  'driver_emergency',
  'driver_something_else'
] as const
