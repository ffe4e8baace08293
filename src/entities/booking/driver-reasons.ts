/**
 * Drivers' reasons for giving a trip back. Fixed, while riders' reasons are the operator's: dispatch treats them alike, and
 * riders may read them.
 */
export const DRIVER_REASONS = [
  'driver_car_trouble',
  'driver_late',
  'driver_pickup_unreachable',
  'driver_emergency',
  'driver_something_else'
] as const
