/**
 * The reasons for which a driver can give a trip back. They are fixed in the code (riders' reasons are set by the operator),
 * because dispatch treats all of them alike and riders may read them.
 */
export const DRIVER_REASONS = [
  'driver_car_trouble',
  'driver_late',
  'driver_pickup_unreachable',
  'driver_emergency',
  'driver_something_else'
] as const
