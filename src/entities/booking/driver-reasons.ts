/**
 * The reasons from which a driver chooses when giving a trip back. Riders read the reason of their trip. So the reasons are
 * fixed in the code, with a translated text for each (`trips:reason`). Riders' own reasons for cancelling are set by the
 * operator.
 */
export const DRIVER_REASONS = [
  'driver_car_trouble',
  'driver_late',
  'driver_pickup_unreachable',
  'driver_emergency',
  'driver_something_else'
] as const
